import type {
  PluginManifest,
  PluginProvider,
  ProviderKeyStatus,
} from '../../protocol/records/plugins.js';

/** An operator's decision that this host may receive this variable's value. */
export interface ConfirmedKey {
  readonly providerId: string;
  readonly variable: string;
  readonly host: string;
}

/** By plugin. */
export type ConfirmedKeys = Readonly<Record<string, readonly ConfirmedKey[]>>;

/** The variable and host that a provider needs confirmed; null if it needs no key. */
export function askedKey({ id, keyEnvVar, baseUrl }: PluginProvider): ConfirmedKey | null {
  if (keyEnvVar === undefined) return null;
  return { providerId: id, variable: keyEnvVar, host: new URL(baseUrl).host };
}

/**
 * Status of a provider's key. A confirmation applies only to its exact variable and host.
 * @param reserved variables of the service and of built-in providers
 */
export function keyStatus(
  pluginId: string,
  provider: PluginProvider,
  confirmed: ConfirmedKeys,
  reserved: ReadonlySet<string>,
): ProviderKeyStatus {
  const asked = askedKey(provider);
  if (asked === null) return 'none';
  if (reserved.has(asked.variable.toUpperCase())) return 'withheld';
  return keysOf(confirmed, pluginId).some((key) => isSameKey(key, asked)) ? 'confirmed' : 'waiting';
}

/** The decisions with or without the confirmation for this provider. */
export function withKey<T extends { readonly confirmedKeys: ConfirmedKeys }>(
  decisions: T,
  pluginId: string,
  asked: ConfirmedKey,
  isConfirmed: boolean,
): T {
  const { confirmedKeys } = decisions;
  const others = keysOf(confirmedKeys, pluginId).filter(
    ({ providerId }) => providerId !== asked.providerId,
  );
  const keys = isConfirmed ? [...others, asked] : others;
  return { ...decisions, confirmedKeys: put(confirmedKeys, pluginId, keys) };
}

/** Drops confirmations that no manifest asks for any more; they must be given again. */
export function withoutStale(
  confirmed: ConfirmedKeys,
  manifests: readonly PluginManifest[],
): ConfirmedKeys {
  return manifests.reduce((kept, { id, contributes }) => {
    const keys = keysOf(kept, id);
    const asked = (contributes?.providers ?? []).flatMap((provider) => askedKey(provider) ?? []);
    const current = keys.filter((key) => asked.some((other) => isSameKey(key, other)));
    return current.length === keys.length ? kept : put(kept, id, current);
  }, confirmed);
}

function keysOf(confirmed: ConfirmedKeys, pluginId: string): readonly ConfirmedKey[] {
  return Object.hasOwn(confirmed, pluginId) ? (confirmed[pluginId] ?? []) : [];
}

function put(
  confirmed: ConfirmedKeys,
  pluginId: string,
  keys: readonly ConfirmedKey[],
): ConfirmedKeys {
  const others = Object.entries(confirmed).filter(([id]) => id !== pluginId);
  return Object.fromEntries(keys.length === 0 ? others : [...others, [pluginId, keys] as const]);
}

function isSameKey(some: ConfirmedKey, other: ConfirmedKey): boolean {
  return (
    some.providerId === other.providerId &&
    some.variable === other.variable &&
    some.host === other.host
  );
}
