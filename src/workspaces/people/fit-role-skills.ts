import type { Role } from '../../protocol/records/organisation.js';

/**
 * The role with enabled skills: those it had, else the floor's first. None on a floor without
 * skills.
 */
export function fitRoleSkills(role: Role, enabled: readonly string[]): Role {
  const kept = role.skillIds.filter((id) => enabled.includes(id));
  return { ...role, skillIds: kept.length > 0 ? kept : enabled.slice(0, 1) };
}
