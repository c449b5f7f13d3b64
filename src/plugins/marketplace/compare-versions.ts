import { coerce, compare, parse } from 'semver';
import type { SemVer } from 'semver';

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
