import { modeTexts } from '../../protocol/texts/models.js';
import type { EnvironmentReader } from './environment-reader.js';
import { type ProviderConfig, type ProviderEndpoint, providerEndpoints } from './office-config.js';

interface Vendor {
  readonly id: string;
  readonly label: string;
  readonly kind: 'openai-compat' | 'anthropic';
  readonly baseUrl: string;
}

const deepseek: Vendor = {
  id: 'deepseek',
  label: 'DeepSeek',
  kind: 'openai-compat',
  baseUrl: 'https://api.deepseek.com/v1',
};
const openai: Vendor = {
  id: 'openai',
  label: 'OpenAI',
  kind: 'openai-compat',
  baseUrl: 'https://api.openai.com/v1',
};
const openrouter: Vendor = {
  id: 'openrouter',
  label: 'OpenRouter',
  kind: 'openai-compat',
  baseUrl: 'https://openrouter.ai/api/v1',
};
const anthropic: Vendor = {
  id: 'anthropic',
  label: 'Anthropic',
  kind: 'anthropic',
  baseUrl: 'https://api.anthropic.com/v1',
};

/** Vendors beyond those of the interface; listed where there is a key for them. */
const furtherVendors: readonly Vendor[] = [
  {
    id: 'gemini',
    label: 'Google Gemini',
    kind: 'openai-compat',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
  },
  {
    id: 'moonshot',
    label: 'Moonshot AI (Kimi)',
    kind: 'openai-compat',
    baseUrl: 'https://api.moonshot.ai/v1',
  },
  {
    id: 'mistral',
    label: 'Mistral',
    kind: 'openai-compat',
    baseUrl: 'https://api.mistral.ai/v1',
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
 * The built-in providers in the interface's order (behaviour-engine.md 6.1); further ones with a key
 * stand behind its vendors.
 */
export function readProviders(reader: EnvironmentReader): readonly ProviderConfig[] {
  return [
    readVendor(reader, deepseek),
    readVendor(reader, openai),
    readVendor(reader, openrouter, {
      'HTTP-Referer': reader.text('OFFICE_OPENROUTER_REFERER', 'http://localhost'),
      'X-Title': reader.text('OFFICE_OPENROUTER_TITLE', 'Office Orchestration Service'),
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
  const prefix = vendor.id.toUpperCase();
  const keyEnvVar = `${prefix}_API_KEY`;
  const key = reader.optional(keyEnvVar);
  return {
    ...vendor,
    baseUrl: reader.url(`OFFICE_${prefix}_BASE_URL`, vendor.baseUrl, 'http', 'https'),
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
  const baseUrl = reader.optionalUrl('OFFICE_LOCAL_BASE_URL', 'http', 'https');
  return {
    id: 'local',
    label: 'Local (OpenAI-compatible)',
    kind: 'openai-compat',
    baseUrl: baseUrl ?? localBaseUrl,
    key: reader.optional('OFFICE_LOCAL_API_KEY'),
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
  return reader.oneOf('OFFICE_OPENAI_ENDPOINT', providerEndpoints, 'auto');
}
