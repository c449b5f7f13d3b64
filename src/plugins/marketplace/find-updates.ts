import type { PluginSourceRecord, PluginUpdate } from '../../protocol/records/plugins.js';
import type { InstallableEntry } from './catalog-entry.js';
import { isNewer } from './compare-versions.js';

/** A marketplace's answer. */
export interface SourceReading {
  readonly source: PluginSourceRecord;
  readonly at: number;
  readonly entries: readonly InstallableEntry[];
  /** Why it could not be read, else null. */
  readonly error: string | null;
}

/** Newer versions of installed plugins, by id; later marketplaces take precedence. */
export function findUpdates(
  readings: readonly SourceReading[],
  installedVersion: (id: string) => string | undefined,
): ReadonlyMap<string, PluginUpdate> {
  const updates = new Map<string, PluginUpdate>();
  for (const { source, entries } of readings) {
    for (const { manifest, downloadUrl, sha256 } of entries) {
      const installed = installedVersion(manifest.id);
      if (installed === undefined || !isNewer(manifest.version, installed)) continue;
      updates.set(manifest.id, {
        latest: manifest.version,
        installed,
        downloadUrl,
        sha256,
        sourceId: source.id,
        sourceLabel: source.label,
      });
    }
  }
  return updates;
}
