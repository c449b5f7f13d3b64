import type { Role } from '../../protocol/records/organisation.js';

/**
 * The role with the skills its floor has enabled: those it had, else the floor's first one. On a
 * floor without skills a role has none.
 */
export function fitRoleSkills(role: Role, enabled: readonly string[]): Role {
  const kept = role.skillIds.filter((id) => enabled.includes(id));
  return { ...role, skillIds: kept.length > 0 ? kept : enabled.slice(0, 1) };
}
