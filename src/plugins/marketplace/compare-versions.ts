import { coerce, compare, parse } from 'semver';
import type { SemVer } from 'semver';

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
