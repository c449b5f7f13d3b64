import type { Role } from '../protocol/records/organisation.js';

/** Every role. */
const everyone = '*';

/**
 * Reads a list of roles as operators write it: ids or a marker between commas or blanks, `*` for
 * all roles, `none` or nothing for no role.
 *
 * @returns what states show: no entry, a single `*`, or the entries in their order.
 */
export function parseGrantRoles(text: string): readonly string[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '' && entry !== 'none');
  return entries.includes(everyone) ? [everyone] : [...new Set(entries)];
}

/** Whether the list names the role, or everyone, or a marker that fits the role. */
export function coversRole(
  entries: readonly string[],
  role: Role,
  fits: (marker: string) => boolean,
): boolean {
  return entries.some((entry) => entry === everyone || entry === role.id || fits(entry));
}
