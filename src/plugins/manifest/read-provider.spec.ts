import { describe, expect, it } from '@jest/globals';
import { readContribution } from '#test/support/plugins/read-contribution.js';

const remote = {
  id: 'provider',
  label: 'Provider',
  kind: 'openai-compat',
  baseUrl: 'https://api.provider.example/v1',
  keyEnvVar: 'PROVIDER_KEY',
};
const local = {
  id: 'runtime',
  label: 'Runtime',
  kind: 'anthropic',
  baseUrl: 'http://localhost:1234/v1',
  keyless: true,
};
const warningsOf = (...providers: readonly object[]) =>
  readContribution('providers', providers).warnings;

describe('providers of a plugin', () => {
  it('are remote with a key, or local without', () => {
    expect(readContribution('providers', [remote, local])).toEqual({
      items: [remote, local],
      warnings: [],
    });
    for (const baseUrl of ['http://127.0.0.1:1', 'http://[::1]:1/', 'https://localhost/']) {
      expect(warningsOf({ ...local, baseUrl })).toEqual([]);
    }
  });

  it.each([
    [{ label: ' ' }, 'providers[0] needs id, label and baseUrl; dropped.'],
    [{ id: 'V' }, 'providers[0].id "V" must be a lowercase slug; dropped.'],
    [{ id: 'v' }, 'providers[0].id "v" must be a lowercase slug; dropped.'],
    [{ id: '9x' }, 'providers[0].id "9x" must be a lowercase slug; dropped.'],
    [
      { id: 'a'.repeat(33) },
      `providers[0].id "${'a'.repeat(33)}" must be a lowercase slug; dropped.`,
    ],
    [
      { baseUrl: 'http://api.provider.example' },
      'providers[0].baseUrl must be https (or http on the loopback address with "keyless": true); dropped.',
    ],
    [
      { baseUrl: 'http://127.0.0.1' },
      'providers[0].baseUrl must be https (or http on the loopback address with "keyless": true); dropped.',
    ],
    [
      { baseUrl: 'provider' },
      'providers[0].baseUrl must be https (or http on the loopback address with "keyless": true); dropped.',
    ],
    [
      { baseUrl: 'http://127.0.0.1.evil.example', keyless: true },
      'providers[0].baseUrl must be https (or http on the loopback address with "keyless": true); dropped.',
    ],
    [
      { keyless: true },
      'providers[0] is "keyless" but "https://api.provider.example/v1" is not a loopback address. A keyless provider is a local runtime; a remote one must name a "keyEnvVar" so a human has to configure it.',
    ],
    [{ kind: 'grpc' }, 'providers[0].kind must be "openai-compat" or "anthropic"; dropped.'],
    [
      { keyEnvVar: 'key' },
      'providers[0].keyEnvVar "key" is not an environment variable name; dropped.',
    ],
    [
      { keyEnvVar: 7 },
      'providers[0].keyEnvVar "(number)" is not an environment variable name; dropped.',
    ],
    [
      { keyEnvVar: 'OFFICE_API_TOKEN' },
      'providers[0].keyEnvVar "OFFICE_API_TOKEN" belongs to the service itself; dropped.',
    ],
    [
      { keyEnvVar: 'PATH' },
      'providers[0].keyEnvVar "PATH" belongs to the service itself; dropped.',
    ],
    [
      { keyEnvVar: undefined },
      'providers[0] names neither "keyEnvVar" nor "keyless": it would never count as configured; dropped.',
    ],
    [
      { keyEnvVar: undefined, keyless: 'true' },
      'providers[0] names neither "keyEnvVar" nor "keyless": it would never count as configured; dropped.',
    ],
  ])('are dropped with %j', (fields, warning) => {
    expect(readContribution('providers', [{ ...remote, ...fields }])).toEqual({
      items: undefined,
      warnings: [warning],
    });
  });

  it('have an id of their own', () => {
    expect(warningsOf(remote, { ...local, id: 'provider' })).toEqual([
      'providers[1].id "provider" is declared twice; the second is dropped.',
    ]);
    expect(warningsOf({ ...remote, kind: 'x' }, remote)).toHaveLength(1);
  });

  it('send only headers that end where they should', () => {
    const extraHeaders = {
      'x-good': 'yes',
      'x-bad': 'a\r\nx-evil: 1',
      'x bad': 'a',
      'x-number': 7,
      'x-null': 'a\u0000b',
    };
    const { items, warnings } = readContribution('providers', [{ ...remote, extraHeaders }]);
    expect(items?.[0]?.extraHeaders).toEqual({ 'x-good': 'yes' });
    expect(warnings).toEqual(
      ['x-bad', 'x bad', 'x-number', 'x-null'].map(
        (name) => `providers[0].extraHeaders["${name}"] is not a safe header; ignored.`,
      ),
    );
  });
});
