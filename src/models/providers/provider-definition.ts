import type { ProviderConfig } from '../../platform/config/office-config.js';
import { providerTexts } from '../../protocol/texts.js';
import type { ContributedProvider } from '../model-contributions.js';

/** A vendor the service may talk to, built in or brought by a plugin. */
export interface ProviderDefinition extends ProviderConfig {
  /** Null = built in. */
  readonly pluginId: string | null;
  /** The endpoint is on this machine. */
  readonly local: boolean;
}

/** Built-in vendors first, then those of plugins; an id that is taken is not given out again. */
export function defineProviders(
  builtIn: readonly ProviderConfig[],
  contributed: readonly ContributedProvider[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly ProviderDefinition[] {
  const byId = new Map<string, ProviderDefinition>();
  for (const config of builtIn) {
    byId.set(config.id, { ...config, pluginId: null, local: isLoopback(config.baseUrl) });
  }
  for (const contribution of contributed) {
    const { id } = contribution.provider;
    if (!byId.has(id)) byId.set(id, fromPlugin(contribution, environment));
  }
  return [...byId.values()];
}

function fromPlugin(
  { pluginId, provider }: ContributedProvider,
  environment: Readonly<Record<string, string | undefined>>,
): ProviderDefinition {
  const { id, label, kind, baseUrl, keyEnvVar = null, keyless = false } = provider;
  const value = keyEnvVar === null ? '' : (environment[keyEnvVar]?.trim() ?? '');
  const key = value === '' ? null : value;
  return {
    id,
    label,
    kind,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    key,
    keyEnvVar,
    keyless,
    configured: keyless || key !== null,
    hint:
      keyEnvVar === null
        ? providerTexts.pluginKeylessHint(pluginId)
        : providerTexts.pluginKeyHint(pluginId, keyEnvVar),
    headers: provider.extraHeaders ?? {},
    pluginId,
    local: isLoopback(baseUrl),
  };
}

function isLoopback(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const { hostname } = new URL(baseUrl);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
