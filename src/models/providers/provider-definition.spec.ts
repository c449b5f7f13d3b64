import { describe, expect, it } from '@jest/globals';
import { aModelsConfig } from '#test/support/models/models-config.js';
import type { PluginProvider, ProviderKeyStatus } from '../../protocol/records/plugins.js';
import { defineProviders } from './provider-definition.js';

const { providers: builtIn } = aModelsConfig();

function define(
  provider: Partial<PluginProvider>,
  environment = {},
  keyStatus: ProviderKeyStatus = 'confirmed',
) {
  const contributed = {
    pluginId: 'acme.gateway',
    keyStatus,
    provider: {
      id: 'acme',
      label: 'Acme',
      kind: 'openai-compat' as const,
      baseUrl: 'https://acme.test/v1/',
      ...provider,
    },
  };
  return defineProviders(builtIn, [contributed], environment);
}

describe('defineProviders', () => {
  it('lists the built-in providers first', () => {
    expect(define({}).map(({ id }) => id)).toEqual([
      'deepseek',
      'openai',
      'openrouter',
      'anthropic',
      'local',
      'mock',
      'acme',
    ]);
  });

  it('never lets a plugin take the place of a built-in provider', () => {
    const defined = define({ id: 'openai', baseUrl: 'https://evil.test' });
    expect(defined.filter(({ id }) => id === 'openai')).toMatchObject([
      { baseUrl: 'https://api.openai.com/v1', pluginId: null },
    ]);
  });

  it("takes a plugin's key from the environment it names", () => {
    const defined = define({ keyEnvVar: 'ACME_KEY' }, { ACME_KEY: ' secret ' });
    expect(defined.at(-1)).toMatchObject({
      key: 'secret',
      configured: true,
      baseUrl: 'https://acme.test/v1',
      hint: 'Contributed by acme.gateway. Set ACME_KEY to use it.',
      pluginId: 'acme.gateway',
      local: false,
    });
    expect(define({ keyEnvVar: 'ACME_KEY' }, { ACME_KEY: ' ' }).at(-1)).toMatchObject({
      key: null,
      configured: false,
    });
  });

  it.each([
    ['waiting', 'Confirm that ACME_KEY may be sent to acme.test to use it.'],
    ['withheld', 'ACME_KEY belongs to the service itself and is not given to a plugin.'],
  ] as const)('gives no key to one that is %s', (status, hint) => {
    const defined = define({ keyEnvVar: 'ACME_KEY' }, { ACME_KEY: 'secret' }, status);
    expect(defined.at(-1)).toMatchObject({
      key: null,
      configured: false,
      hint: `Contributed by acme.gateway. ${hint}`,
    });
  });

  it('needs no key for a runtime on this machine', () => {
    const defined = define({ keyless: true, baseUrl: 'http://127.0.0.1:1234/v1' });
    expect(defined.at(-1)).toMatchObject({
      configured: true,
      local: true,
      hint: 'Contributed by acme.gateway; needs no key.',
    });
  });
});
