import type { PluginOrigin } from '../../protocol/records/enums.js';
import { marketplaceTexts } from '../../protocol/texts/marketplace.js';
import { isNewer } from './compare-versions.js';

export interface InstallQuestion {
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
