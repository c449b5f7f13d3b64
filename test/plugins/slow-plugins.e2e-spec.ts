import { describe, expect, it, jest } from '@jest/globals';
import { pluginLimits } from '../../src/plugins/plugin-limits.js';
import { OfficePerTest, sample } from '../support/plugins/office-per-test.js';
import { codeManifestOf } from '../support/plugins/plugin-workshop.js';

const at = new OfficePerTest();

/** Its activation takes as long as it may. */
const slow = (id: string) => ({
  manifest: codeManifestOf({ id }),
  files: { 'index.mjs': 'export const activate = () => new Promise(() => {});' },
});

describe('plugins that are slow to start', () => {
  it('are started a few at a time, and the office serves before they are done', async () => {
    jest.replaceProperty(pluginLimits, 'bootMs', 1000 as typeof pluginLimits.bootMs);
    const ids = Array.from({ length: pluginLimits.startsAtOnce }, (_, n) => `test.a-${n}`);
    const plugins = Object.fromEntries(ids.map((id) => [id, slow(id)]));
    const office = await at.start({ plugins: { ...plugins, sample } });
    expect((await office.record('test.sample')).status).toBe('disabled');
    const socket = await office.client.connect();
    const { state } = await socket.waitFor('plugins.updated');
    expect(state.records.map(({ status }) => status)).toEqual([
      ...ids.map(() => 'error'),
      'loaded',
    ]);
    expect(await at.tools()).toEqual(['test_sample_greet']);
  });
});
