import type { Role } from '../protocol/records/organisation.js';

/** All roles. */
const everyone = '*';

/**
 * Parses an operator's list of roles: ids or a marker separated by commas or blanks, `*` for all,
 * `none` or nothing for none.
 *
 * @returns the list as states show it: empty, a single `*`, or the entries in order.
 */
export function parseGrantRoles(text: string): readonly string[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '' && entry !== 'none');
  return entries.includes(everyone) ? [everyone] : [...new Set(entries)];
}

/** True if the list names the role, all roles, or a matching marker. */
export function coversRole(
  entries: readonly string[],
  role: Role,
  fits: (marker: string) => boolean,
): boolean {
  return entries.some((entry) => entry === everyone || entry === role.id || fits(entry));
}
