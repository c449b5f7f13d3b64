import { RefusedError } from '../../platform/errors/office-error.js';
import type { Role, Workspace } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';

/** Undefined when there is no such floor, or no such role on it. */
export function findRole(floor: Workspace | null | undefined, roleId: string): Role | undefined {
  return floor?.org.roles.find(({ id }) => id === roleId);
}

/** @throws RefusedError when the floor has no such role */
export function roleOf(floor: Workspace, roleId: string): Role {
  const role = findRole(floor, roleId);
  if (role === undefined) throw new RefusedError(workspaceTexts.noRole(roleId));
  return role;
}

/**
 * The floor with one role changed.
 * @throws RefusedError if the floor has no such role, and the change's own errors
 */
export function changeRole(
  floor: Workspace,
  roleId: string,
  change: (role: Role) => Role,
): Workspace {
  const changed = change(roleOf(floor, roleId));
  return withRoles(
    floor,
    floor.org.roles.map((role) => (role.id === roleId ? changed : role)),
  );
}

export function withRoles(floor: Workspace, roles: readonly Role[]): Workspace {
  return { ...floor, org: { ...floor.org, roles } };
}

/**
 * The role with enabled skills: those it had, else the floor's first. None on a floor without
 * skills.
 */
export function fitRoleSkills(role: Role, enabled: readonly string[]): Role {
  const kept = role.skillIds.filter((id) => enabled.includes(id));
  return { ...role, skillIds: kept.length > 0 ? kept : enabled.slice(0, 1) };
}
