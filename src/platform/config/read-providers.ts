import { modeTexts } from '../../protocol/texts/models.js';
import type { EnvironmentReader } from './environment-reader.js';
import type { OfficeConfig, ProviderConfig, ProviderEndpoint } from './office-config.js';

type BuiltInId =
  'deepseek' | 'openai' | 'openrouter' | 'anthropic' | 'gemini' | 'moonshot' | 'mistral';

interface BuiltInProvider {
  readonly id: BuiltInId;
  readonly label: string;
  readonly kind: 'openai-compat' | 'anthropic';
}

const deepseek: BuiltInProvider = {
  id: 'deepseek',
  label: 'DeepSeek',
  kind: 'openai-compat',
};
const openai: BuiltInProvider = {
  id: 'openai',
  label: 'OpenAI',
  kind: 'openai-compat',
};
const openrouter: BuiltInProvider = {
  id: 'openrouter',
  label: 'OpenRouter',
  kind: 'openai-compat',
};
const anthropic: BuiltInProvider = {
  id: 'anthropic',
  label: 'Anthropic',
  kind: 'anthropic',
};

/** Providers beyond those of the interface; listed only with a key. */
const furtherProviders: readonly BuiltInProvider[] = [
  {
    id: 'gemini',
    label: 'Google Gemini',
    kind: 'openai-compat',
  },
  {
    id: 'moonshot',
    label: 'Moonshot AI (Kimi)',
    kind: 'openai-compat',
  },
  {
    id: 'mistral',
    label: 'Mistral',
    kind: 'openai-compat',
  },
];

const localBaseUrl = 'http://127.0.0.1:11434/v1';

const mock: ProviderConfig = {
  id: 'mock',
  label: 'scripted',
  kind: 'mock',
  baseUrl: '',
  key: null,
  keyEnvVar: null,
  keyless: false,
  configured: false,
  hint: modeTexts.mockHint,
  headers: {},
  endpoint: 'auto',
};

/** The built-in providers in the interface's order, then further ones. */
export function readProviders(reader: EnvironmentReader): readonly ProviderConfig[] {
  return [
    readProvider(reader, deepseek),
    readProvider(reader, openai),
    readProvider(reader, openrouter, {
      'HTTP-Referer': reader.read('OFFICE_OPENROUTER_REFERER'),
      'X-Title': reader.read('OFFICE_OPENROUTER_TITLE'),
    }),
    readProvider(reader, anthropic),
    ...furtherProviders.map((provider) => readProvider(reader, provider)),
    readLocal(reader),
    mock,
  ];
}

/** Those that are shown: further ones only with a key. */
export function listedProviders(providers: readonly ProviderConfig[]): readonly ProviderConfig[] {
  const further: readonly string[] = furtherProviders.map(({ id }) => id);
  return providers.filter(({ id, configured }) => configured || !further.includes(id));
}

/** Providers that lack only a key. */
export function takesKey({ keyEnvVar, kind, id }: ProviderConfig): boolean {
  return keyEnvVar !== null && kind !== 'mock' && id !== 'local';
}

/** The providers with further keys by variable; those of the environment come first. */
export function withKeys(
  providers: readonly ProviderConfig[],
  keys: ReadonlyMap<string, string>,
): readonly ProviderConfig[] {
  return providers.map((provider) => {
    const key = keys.get(provider.keyEnvVar ?? '');
    if (key === undefined || provider.key !== null || !takesKey(provider)) return provider;
    return { ...provider, key, configured: true };
  });
}

function readProvider(
  reader: EnvironmentReader,
  provider: BuiltInProvider,
  headers: Readonly<Record<string, string>> = {},
): ProviderConfig {
  const prefix = provider.id.toUpperCase() as Uppercase<BuiltInId>;
  const keyEnvVar = `${prefix}_API_KEY` as const;
  const key = reader.read(keyEnvVar);
  return {
    ...provider,
    baseUrl: reader.read(`OFFICE_${prefix}_BASE_URL`),
    key,
    keyEnvVar,
    keyless: false,
    configured: key !== null,
    hint: modeTexts.keyHint(keyEnvVar, provider.label),
    headers,
    endpoint: provider.id === 'openai' ? readEndpoint(reader) : 'auto',
  };
}

/** A runtime on this machine needs no key, but its address must be set. */
function readLocal(reader: EnvironmentReader): ProviderConfig {
  const baseUrl = reader.read('OFFICE_LOCAL_BASE_URL');
  return {
    id: 'local',
    label: 'Local (OpenAI-compatible)',
    kind: 'openai-compat',
    baseUrl: baseUrl ?? localBaseUrl,
    key: reader.read('OFFICE_LOCAL_API_KEY'),
    keyEnvVar: 'OFFICE_LOCAL_API_KEY',
    keyless: baseUrl !== null,
    configured: baseUrl !== null,
    hint: modeTexts.localHint('OFFICE_LOCAL_BASE_URL', localBaseUrl),
    headers: {},
    endpoint: 'auto',
  };
}

/** Some proxies support only one of the two APIs. */
function readEndpoint(reader: EnvironmentReader): ProviderEndpoint {
  return reader.read('OFFICE_OPENAI_ENDPOINT');
}

type LlmConfig = OfficeConfig['llm'];

/** Resolves the mode setting, given the ids of the configured providers. */
export function resolveLlmMode(
  setting: LlmConfig['setting'],
  configured: readonly string[],
): LlmConfig {
  const hasProvider = configured.length > 0;
  switch (setting) {
    case 'auto':
      return hasProvider
        ? { setting, mode: 'live', reason: modeTexts.autoLive(configured) }
        : { setting, mode: 'mock', reason: modeTexts.autoMock };
    case 'mock':
      return {
        setting,
        mode: 'mock',
        reason: hasProvider ? modeTexts.mockDespite(configured) : modeTexts.mock,
      };
    case 'live':
      return {
        setting,
        mode: 'live',
        reason: hasProvider ? modeTexts.live(configured) : modeTexts.liveWithout,
      };
  }
}
