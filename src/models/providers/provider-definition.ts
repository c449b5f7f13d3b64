import type { ProviderConfig } from '../../platform/config/office-config.js';
import { isLoopbackUrl } from '../../platform/net/addresses.js';
import type { ProviderKeyStatus } from '../../protocol/records/plugins.js';
import { providerTexts } from '../../protocol/texts/models.js';
import type { ContributedProvider } from '../catalogue/model-contributions.js';
import { withoutEnd } from '../../platform/text/without-end.js';

/** A provider, built in or from a plugin. */
export interface ProviderDefinition extends ProviderConfig {
  /** Null = built in. */
  readonly pluginId: string | null;
  /** The endpoint is on this machine. */
  readonly local: boolean;
}

/** A provider and the key that a call to it carries. */
export type KeyedProvider = Pick<ProviderDefinition, 'id' | 'key'>;

/** Built-in providers first, then those of plugins; the first one with an id wins. */
export function defineProviders(
  builtIn: readonly ProviderConfig[],
  contributed: readonly ContributedProvider[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly ProviderDefinition[] {
  const byId = new Map<string, ProviderDefinition>();
  for (const config of builtIn) {
    byId.set(config.id, { ...config, pluginId: null, local: isLoopbackUrl(config.baseUrl) });
  }
  for (const contribution of contributed) {
    const { id } = contribution.provider;
    if (!byId.has(id)) byId.set(id, fromPlugin(contribution, environment));
  }
  return [...byId.values()];
}

function fromPlugin(
  { pluginId, provider, keyStatus }: ContributedProvider,
  environment: Readonly<Record<string, string | undefined>>,
): ProviderDefinition {
  const { id, label, kind, baseUrl, keyEnvVar = null, keyless = false } = provider;
  const mayHaveKey = keyEnvVar !== null && keyStatus === 'confirmed';
  const key = (mayHaveKey && environment[keyEnvVar]?.trim()) || null;
  return {
    id,
    label,
    kind,
    baseUrl: withoutEnd(baseUrl, '/'),
    key,
    keyEnvVar,
    keyless,
    configured: keyless || key !== null,
    hint: hintFor(pluginId, keyEnvVar, new URL(baseUrl).host, keyStatus),
    headers: provider.extraHeaders ?? {},
    endpoint: 'auto',
    pluginId,
    local: isLoopbackUrl(baseUrl),
  };
}

function hintFor(
  pluginId: string,
  variable: string | null,
  host: string,
  status: ProviderKeyStatus,
): string {
  if (variable === null) return providerTexts.pluginKeylessHint(pluginId);
  if (status === 'waiting') return providerTexts.pluginKeyWaitingHint(pluginId, variable, host);
  if (status === 'withheld') return providerTexts.pluginKeyWithheldHint(pluginId, variable);
  return providerTexts.pluginKeyHint(pluginId, variable);
}
