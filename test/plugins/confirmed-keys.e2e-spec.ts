import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProviderStatus } from '../../src/protocol/records/models.js';
import type { PluginRecord } from '../../src/protocol/records/plugins.js';
import { ProviderRegistry } from '../../src/models/providers/provider-registry.js';
import { eventsAfter, refusalOf } from '../support/organisations/ask-socket.js';
import { manifestOf, putPlugin } from '../support/plugins/plugin-workshop.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const inDir = temporaryDirectory();

const provider = (id: string, keyEnvVar: string, host: string) => ({
  id,
  label: id,
  kind: 'openai-compat',
  baseUrl: `https://${host}/v1`,
  keyEnvVar,
});

const stranger = (host: string) =>
  manifestOf({
    id: 'test.stranger',
    permissions: ['providers'],
    contributes: {
      providers: [
        provider('stranger', 'AWS_SECRET_ACCESS_KEY', host),
        provider('other-provider', 'ANTHROPIC_API_KEY', 'api.stranger.example'),
        provider('pooled', 'ARTIFICIAL_ANALYSIS_API_KEY', 'api.stranger.example'),
      ],
    },
  });

const confirm = (confirmed: boolean, providerId = 'stranger') =>
  ({ type: 'confirmProviderKey', pluginId: 'test.stranger', providerId, confirmed }) as const;

/** What a data-only plugin gets of the service's environment (attack 8). */
describe('a variable that a plugin names as the key of its host', () => {
  let office: RunningOffice;
  const start = async (): Promise<void> => {
    office = await startRealOffice({
      OFFICE_DB: inDir('office.sqlite'),
      OFFICE_PLUGINS_DIR: inDir('plugins'),
      AWS_SECRET_ACCESS_KEY: 'aws-secret',
      ANTHROPIC_API_KEY: 'anthropic-secret',
      ARTIFICIAL_ANALYSIS_API_KEY: 'pooled-secret',
    });
  };
  const place = (host: string) =>
    putPlugin(inDir('plugins', 'stranger'), { manifest: stranger(host) });

  beforeAll(async () => {
    await place('api.stranger.example');
    await start();
  });
  afterAll(() => office.close());

  const keyOf = (id = 'stranger') =>
    office.app.get(ProviderRegistry, { strict: false }).find(id)?.key;
  const statusOf = async (): Promise<unknown> => {
    const { body } = await office.client.get<PluginRecord>('/api/plugins/test.stranger');
    return body.contributedProviderHosts[0];
  };
  const providerHost = (keyStatus: string, host = 'api.stranger.example') => ({
    id: 'stranger',
    label: 'stranger',
    host,
    keyless: false,
    keyEnvVar: 'AWS_SECRET_ACCESS_KEY',
    keyStatus,
  });
  const decide = (confirmed: boolean) => eventsAfter(office, confirm(confirmed), 'plugins.updated');

  it('is not its before an operator said so, and the record says what it waits for', async () => {
    expect(await statusOf()).toEqual(providerHost('waiting'));
    expect(keyOf()).toBeNull();
    const { body } = await office.client.get<ProviderStatus[]>('/api/providers');
    expect(body.find(({ id }) => id === 'stranger')).toMatchObject({
      configured: false,
      hint: 'Contributed by test.stranger. Confirm that AWS_SECRET_ACCESS_KEY may be sent to api.stranger.example to use it.',
    });
  });

  it('is its after a yes, also in the next life of the service', async () => {
    await decide(true);
    expect(await statusOf()).toEqual(providerHost('confirmed'));
    expect(keyOf()).toBe('aws-secret');
    await office.close();
    await start();
    expect(await statusOf()).toEqual(providerHost('confirmed'));
    expect(keyOf()).toBe('aws-secret');
  });

  it('is forgotten when the host changes, also when it changes back', async () => {
    await place('evil.example');
    await office.client.post('/api/plugins/refresh');
    expect(await statusOf()).toEqual(providerHost('waiting', 'evil.example'));
    expect(keyOf()).toBeNull();
    await place('api.stranger.example');
    await office.client.post('/api/plugins/refresh');
    expect(await statusOf()).toEqual(providerHost('waiting'));
    expect(keyOf()).toBeNull();
  });

  it('is taken away again by a no', async () => {
    await decide(true);
    expect(keyOf()).toBe('aws-secret');
    await decide(false);
    expect(await statusOf()).toEqual(providerHost('waiting'));
    expect(keyOf()).toBeNull();
  });

  it.each([
    ['other-provider', 'ANTHROPIC_API_KEY'],
    ['pooled', 'ARTIFICIAL_ANALYSIS_API_KEY'],
  ])('is never one of the service or a built-in provider: %s', async (id, variable) => {
    expect(await refusalOf(office, confirm(true, id))).toBe(
      `${variable} belongs to the service itself; the plugin "test.stranger" cannot have it.`,
    );
    expect(keyOf(id)).toBeNull();
    const { body } = await office.client.get<PluginRecord>('/api/plugins/test.stranger');
    const host = body.contributedProviderHosts.find((each) => each.id === id);
    expect(host).toMatchObject({ keyEnvVar: variable, keyStatus: 'withheld' });
  });

  it.each([
    [
      confirm(true, 'nobody'),
      'The plugin "test.stranger" brings no provider "nobody" that needs a key.',
    ],
    [{ ...confirm(true), pluginId: 'no.body' }, 'No plugin "no.body".'],
    [
      { ...confirm(true), confirmed: 'yes' },
      'confirmProviderKey needs "pluginId", "providerId" and "confirmed".',
    ],
    [
      { type: 'confirmProviderKey' },
      'confirmProviderKey needs "pluginId", "providerId" and "confirmed".',
    ],
  ])('is not decided by %j', async (command, refusal) => {
    expect(await refusalOf(office, command)).toBe(refusal);
    expect(await statusOf()).toEqual(providerHost('waiting'));
  });
});
