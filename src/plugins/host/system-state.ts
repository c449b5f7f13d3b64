import type { OfficeConfig } from '../../platform/config/office-config.js';
import type { PluginRecord, PluginSystemState } from '../../protocol/records/plugins.js';
import { brokenRecord, recordOf } from './plugin-record.js';
import { reservedVariables } from './reserved-variables.js';
import type { PluginDecisions } from './plugin-decisions.js';
import type { PluginRegistry } from './plugin-registry.js';
import type { PluginUpdates } from './plugin-updates.js';

interface SystemParts {
  readonly config: Pick<OfficeConfig, 'plugins' | 'secretNames' | 'providers'>;
  readonly registry: PluginRegistry;
  readonly updates: PluginUpdates;
  readonly decisions: PluginDecisions;
}

/** The plugin system as shown to clients. */
export function systemState(parts: SystemParts): PluginSystemState {
  const { updates, decisions } = parts;
  const config = parts.config.plugins;
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

function records({ config, registry, updates, decisions }: SystemParts): readonly PluginRecord[] {
  const reserved = reservedVariables(config);
  const known = registry
    .plugins()
    .map((plugin) => recordOf(plugin, decisions, reserved, updates.get(plugin.manifest.id)));
  return [...known, ...registry.broken().map(brokenRecord)].sort((a, b) =>
    a.manifest.id < b.manifest.id ? -1 : 1,
  );
}
