import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PluginRecord, PluginSettingsView } from '../../src/protocol/records/plugins.js';
import { OfficePerTest, sample } from '../support/plugins/office-per-test.js';

const at = new OfficePerTest();

describe('settings of a plugin', () => {
  beforeEach(() => at.start({ plugins: { sample } }));

  const put = (settings: unknown) =>
    at.office.client.put<PluginRecord>('/api/plugins/test.sample/settings', { settings });

  it('are merged over the current ones, and code is started anew with them', async () => {
    expect((await put({ times: 3 })).body.settings).toEqual({ greeting: 'hello', times: 3 });
    expect((await put({ greeting: 'hi' })).body.settings).toEqual({ greeting: 'hi', times: 3 });
    expect(at.office.log).toContain(
      'INFO [plugin:test.sample] activated with {"greeting":"hi","times":3}',
    );
    const { body } = await at.office.client.get<PluginSettingsView>(
      '/api/plugins/test.sample/settings',
    );
    expect(body.values).toEqual({ greeting: 'hi', times: 3 });
    expect(body.schema.map(({ key }) => key)).toEqual(['greeting', 'times']);
  });

  it('are refused as a whole when one does not fit', async () => {
    expect(await put({ greeting: 'hi', times: 10, more: 1 })).toMatchObject({
      status: 400,
      body: {
        error: 'Rejected setting(s): times, more.',
        rules: [
          'times must be a number from 1 to 9.',
          'There is no setting more; there is greeting, times.',
        ],
      },
    });
    expect((await at.office.record('test.sample')).settings).toEqual({
      greeting: 'hello',
      times: 1,
    });
  });

  it('are written with PATCH as with PUT', async () => {
    const path = '/api/plugins/test.sample/settings';
    const { body } = await at.office.client.patch<PluginRecord>(path, { settings: { times: 2 } });
    expect(body.settings).toEqual({ greeting: 'hello', times: 2 });
  });

  it('need an object, and a plugin', async () => {
    for (const settings of [undefined, [], 'x', null]) {
      expect(await put(settings)).toMatchObject({
        status: 400,
        body: { error: 'A "settings" object is required.' },
      });
    }
    expect(
      await at.office.client.put('/api/plugins/test.other/settings', { settings: {} }),
    ).toMatchObject({ status: 400, body: { error: 'No plugin "test.other".' } });
  });
});
