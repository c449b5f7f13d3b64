import type { ProviderDefinition } from '#models/providers/provider-definition.js';

/** A configured provider for tests. */
export function aProvider(overrides: Partial<ProviderDefinition> = {}): ProviderDefinition {
  return {
    id: 'provider',
    label: 'Provider',
    kind: 'openai-compat',
    baseUrl: 'http://127.0.0.1:1/v1',
    key: 'sk-secret',
    keyEnvVar: 'PROVIDER_API_KEY',
    keyless: false,
    configured: true,
    hint: 'Set PROVIDER_API_KEY.',
    headers: { 'X-Extra': 'yes' },
    endpoint: 'auto',
    pluginId: null,
    local: true,
    ...overrides,
  };
}
