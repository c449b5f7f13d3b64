import { coerce, compare, parse, type SemVer } from 'semver';
import type { PluginOrigin } from '../../protocol/records/enums.js';
import type { PluginSourceRecord, PluginUpdate } from '../../protocol/records/plugins.js';
import { marketplaceTexts } from '../../protocol/texts/marketplace.js';
import type { InstallableEntry } from './read-catalog.js';

/**
 * True if the offered version is newer: by its three numbers; a pre-release is older than its
 * release. Unreadable parts count as 0.
 */
export function isNewer(offered: string, installed: string): boolean {
  return compare(readable(offered), readable(installed)) > 0;
}

function readable(version: string): SemVer | string {
  return parse(version, { loose: true }) ?? coerce(version) ?? '0.0.0';
}

interface InstallQuestion {
  readonly id: string;
  /** The offered version. */
  readonly offered: string;
  readonly upgrade: boolean;
  /** An existing plugin with the same id. */
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
