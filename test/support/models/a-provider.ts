import type { ProviderDefinition } from '#models/providers/provider-definition.js';

/** A configured provider for tests. */
export function aProvider(overrides: Partial<ProviderDefinition> = {}): ProviderDefinition {
  return {
    id: 'vendor',
    label: 'Vendor',
    kind: 'openai-compat',
    baseUrl: 'http://127.0.0.1:1/v1',
    key: 'sk-secret',
    keyEnvVar: 'VENDOR_API_KEY',
    keyless: false,
    configured: true,
    hint: 'Set VENDOR_API_KEY.',
    headers: { 'X-Extra': 'yes' },
    endpoint: 'auto',
    pluginId: null,
    local: true,
    ...overrides,
  };
}
