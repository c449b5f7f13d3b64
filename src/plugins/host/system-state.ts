import type { PluginsConfig } from '../../platform/config/office-config.js';
import type { PluginRecord, PluginSystemState } from '../../protocol/records/plugins.js';
import { brokenRecord, recordOf } from './plugin-record.js';
import type { PluginDecisions } from './plugin-decisions.js';
import type { PluginShelf } from './plugin-shelf.js';
import type { PluginUpdates } from './plugin-updates.js';

export interface SystemParts {
  readonly config: PluginsConfig;
  readonly shelf: PluginShelf;
  readonly updates: PluginUpdates;
  readonly decisions: PluginDecisions;
}

/** The plugin system as clients see it (records.md 8.12). */
export function systemState(parts: SystemParts): PluginSystemState {
  const { config, updates, decisions } = parts;
  const { lastCheckedAt } = updates;
  return {
    apiVersion: '1',
    pluginsRoot: config.bundledDir,
    allowInstall: config.allowInstall,
    records: records(parts),
    marketplaces: decisions.sources,
    sources: decisions.sources,
    ...(lastCheckedAt === undefined ? {} : { lastCheckedAt }),
  };
}

function records({ shelf, updates, decisions }: SystemParts): readonly PluginRecord[] {
  const known = shelf
    .plugins()
    .map((plugin) => recordOf(plugin, decisions, updates.get(plugin.manifest.id)));
  return [...known, ...shelf.broken().map(brokenRecord)].sort((a, b) =>
    a.manifest.id < b.manifest.id ? -1 : 1,
  );
}
