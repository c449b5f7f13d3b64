import { modeTexts } from '../../protocol/texts/models.js';
import type { EnvironmentReader } from './environment-reader.js';
import type { OfficeConfig, ProviderConfig, ProviderEndpoint } from './office-config.js';

type VendorId =
  'deepseek' | 'openai' | 'openrouter' | 'anthropic' | 'gemini' | 'moonshot' | 'mistral';

interface Vendor {
  readonly id: VendorId;
  readonly label: string;
  readonly kind: 'openai-compat' | 'anthropic';
}

const deepseek: Vendor = {
  id: 'deepseek',
  label: 'DeepSeek',
  kind: 'openai-compat',
};
const openai: Vendor = {
  id: 'openai',
  label: 'OpenAI',
  kind: 'openai-compat',
};
const openrouter: Vendor = {
  id: 'openrouter',
  label: 'OpenRouter',
  kind: 'openai-compat',
};
const anthropic: Vendor = {
  id: 'anthropic',
  label: 'Anthropic',
  kind: 'anthropic',
};

/** Vendors beyond those of the interface; listed where there is a key for them. */
const furtherVendors: readonly Vendor[] = [
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

/**
 * The built-in providers in the interface's order; further ones with a key stand behind its vendors.
 */
export function readProviders(reader: EnvironmentReader): readonly ProviderConfig[] {
  return [
    readVendor(reader, deepseek),
    readVendor(reader, openai),
    readVendor(reader, openrouter, {
      'HTTP-Referer': reader.read('OFFICE_OPENROUTER_REFERER'),
      'X-Title': reader.read('OFFICE_OPENROUTER_TITLE'),
    }),
    readVendor(reader, anthropic),
    ...furtherVendors
      .map((vendor) => readVendor(reader, vendor))
      .filter(({ configured }) => configured),
    readLocal(reader),
    mock,
  ];
}

function readVendor(
  reader: EnvironmentReader,
  vendor: Vendor,
  headers: Readonly<Record<string, string>> = {},
): ProviderConfig {
  const prefix = vendor.id.toUpperCase() as Uppercase<VendorId>;
  const keyEnvVar = `${prefix}_API_KEY` as const;
  const key = reader.read(keyEnvVar);
  return {
    ...vendor,
    baseUrl: reader.read(`OFFICE_${prefix}_BASE_URL`),
    key,
    keyEnvVar,
    keyless: false,
    configured: key !== null,
    hint: modeTexts.keyHint(keyEnvVar, vendor.label),
    headers,
    endpoint: vendor.id === 'openai' ? readEndpoint(reader) : 'auto',
  };
}

/** A runtime on this machine needs no key, but its address must be configured. */
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

/** A proxy may know one of the two APIs only. */
function readEndpoint(reader: EnvironmentReader): ProviderEndpoint {
  return reader.read('OFFICE_OPENAI_ENDPOINT');
}

type LlmConfig = OfficeConfig['llm'];

/** The mode a setting means, given the ids of the configured providers. */
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
