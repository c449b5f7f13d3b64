import type { PluginPersistedState, PluginSourceRecord } from '../../protocol/records/plugins.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import { finiteOf, objectOf, textOf } from '../manifest/json-values.js';
import type { JsonObject } from '../manifest/json-values.js';
import type { ToolOwners } from '../tools/tool-names.js';
import type { ConfirmedKey, ConfirmedKeys } from './confirmed-keys.js';

/** The stored state of the plugin system: operators' decisions and owners of tool names. */
export interface PluginDecisions extends PluginPersistedState {
  readonly toolOwners: ToolOwners;
  readonly confirmedKeys: ConfirmedKeys;
  /** SHA-256 of each installed plugin's bundle, by plugin id. */
  readonly installed: BundleHashes;
  /** The same of removed plugins, for replicas that still have them. */
  readonly removed: BundleHashes;
}

type BundleHashes = Readonly<Record<string, string>>;

export const noDecisions: PluginDecisions = {
  enabled: {},
  settings: {},
  sources: [],
  toolOwners: {},
  confirmedKeys: {},
  installed: {},
  removed: {},
};

interface ReadDecisions {
  readonly decisions: PluginDecisions;
  /** Invalid parts of the document, which are ignored. */
  readonly ignored: readonly string[];
}

/** Parses the stored document of any age: valid parts are kept, others named. Never throws. */
export function readDecisions(document: unknown): ReadDecisions {
  const ignored: string[] = [];
  if (document === null || document === undefined) return { decisions: noDecisions, ignored };
  const item = objectOf(document);
  if (item === null) {
    return { decisions: noDecisions, ignored: [pluginTexts.savedStateNotObject] };
  }
  const decisions = {
    enabled: readEnabled(item, ignored),
    settings: readSettings(item, ignored),
    sources: readSources(item.sources, ignored),
    toolOwners: readTexts(item, 'toolOwners', ignored),
    confirmedKeys: readConfirmedKeys(item, ignored),
    installed: readTexts(item, 'installed', ignored),
    removed: readTexts(item, 'removed', ignored),
  };
  return { decisions, ignored };
}

function readEnabled(item: JsonObject, ignored: string[]): PluginDecisions['enabled'] {
  const flags = partOf(item, 'enabled', ignored).filter((entry): entry is [string, boolean] => {
    if (typeof entry[1] === 'boolean') return true;
    ignored.push(pluginTexts.savedNotBoolean(entry[0]));
    return false;
  });
  return Object.fromEntries(flags);
}

/** Values are checked against the schema at each use. */
function readSettings(item: JsonObject, ignored: string[]): PluginDecisions['settings'] {
  const values = partOf(item, 'settings', ignored).filter(([id, value]) => {
    if (objectOf(value) !== null) return true;
    ignored.push(pluginTexts.savedSettingsNotObject(id));
    return false;
  });
  return Object.fromEntries(values) as PluginDecisions['settings'];
}

function readTexts(
  item: JsonObject,
  part: 'toolOwners' | 'installed' | 'removed',
  ignored: string[],
): Record<string, string> {
  const texts = partOf(item, part, ignored).filter((entry): entry is [string, string] => {
    if (typeof entry[1] === 'string') return true;
    ignored.push(pluginTexts.savedNotText(part, entry[0]));
    return false;
  });
  return Object.fromEntries(texts);
}

function readConfirmedKeys(item: JsonObject, ignored: string[]): ConfirmedKeys {
  const keys = partOf(item, 'confirmedKeys', ignored).flatMap(([id, value]) => {
    const list = Array.isArray(value) ? value.map(readConfirmedKey) : [null];
    const sound = list.filter((key) => key !== null);
    if (sound.length < list.length) ignored.push(pluginTexts.savedKeyMalformed(id));
    return sound.length === 0 ? [] : [[id, sound] as const];
  });
  return Object.fromEntries(keys);
}

function readConfirmedKey(value: unknown): ConfirmedKey | null {
  const item = objectOf(value);
  const providerId = textOf(item?.providerId);
  const variable = textOf(item?.variable);
  const host = textOf(item?.host);
  return providerId && variable && host ? { providerId, variable, host } : null;
}

type DecisionPart = Parameters<typeof pluginTexts.savedPartNotObject>[0];

function partOf(item: JsonObject, part: DecisionPart, ignored: string[]): [string, unknown][] {
  if (item[part] === undefined) return [];
  const entries = objectOf(item[part]);
  if (entries === null) ignored.push(pluginTexts.savedPartNotObject(part));
  return Object.entries(entries ?? {});
}

function readSources(value: unknown, ignored: string[]): readonly PluginSourceRecord[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    ignored.push(pluginTexts.savedSourcesNotArray);
    return [];
  }
  return value.flatMap((entry, index) => {
    const source = objectOf(entry);
    if (source === null) ignored.push(pluginTexts.savedSourceNotObject(index));
    return (source && readSource(source, index, ignored)) ?? [];
  });
}

function readSource(item: JsonObject, index: number, ignored: string[]): PluginSourceRecord | null {
  const id = textOf(item.id);
  const url = textOf(item.url);
  if (id === undefined || url === undefined) {
    ignored.push(pluginTexts.savedSourceIncomplete(index));
    return null;
  }
  return {
    id,
    label: textOf(item.label) ?? (URL.canParse(url) ? new URL(url).hostname : url),
    url,
    enabled: item.enabled !== false,
    lastFetchedAt: finiteOf(item.lastFetchedAt) ?? null,
    lastError: textOf(item.lastError) ?? null,
    pluginCount: finiteOf(item.pluginCount) ?? 0,
  };
}
