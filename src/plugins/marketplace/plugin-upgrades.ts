import { coerce, compare, parse, type SemVer } from 'semver';
import type { PluginOrigin } from '../../protocol/records/enums.js';
import type { PluginSourceRecord, PluginUpdate } from '../../protocol/records/plugins.js';
import { marketplaceTexts } from '../../protocol/texts/marketplace.js';
import type { InstallableEntry } from './read-catalog.js';

/**
 * Whether the offered version is newer than the installed one: by its three numbers, and a
 * pre-release is older than its release. What cannot be read counts as 0.
 */
export function isNewer(offered: string, installed: string): boolean {
  return compare(readable(offered), readable(installed)) > 0;
}

function readable(version: string): SemVer | string {
  return parse(version, { loose: true }) ?? coerce(version) ?? '0.0.0';
}

export interface InstallQuestion {
  readonly id: string;
  /** The version on offer. */
  readonly offered: string;
  readonly upgrade: boolean;
  /** The plugin of that id that is there already. */
  readonly present: { readonly version: string; readonly source: PluginOrigin } | undefined;
}

/** Why a plugin is not installed or upgraded, or null; only a newer version is an upgrade. */
export function assessInstall({ id, offered, upgrade, present }: InstallQuestion): string | null {
  if (present === undefined) return null;
  if (!upgrade) return marketplaceTexts.alreadyInstalled(id, present.version);
  if (present.source === 'bundled') return marketplaceTexts.bundledUpgrade(id);
  return isNewer(offered, present.version)
    ? null
    : marketplaceTexts.notNewer(id, present.version, offered);
}

/** What a marketplace said when it was asked. */
export interface SourceReading {
  readonly source: PluginSourceRecord;
  readonly at: number;
  readonly entries: readonly InstallableEntry[];
  /** Why it could not be read, else null. */
  readonly error: string | null;
}

/** Newer versions of installed plugins, by id; what a later marketplace offers counts. */
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
