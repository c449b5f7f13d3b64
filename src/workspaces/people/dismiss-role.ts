import type { Workspace } from '../../protocol/records/organisation.js';
import { roleOf, withRoles } from './change-role.js';

/**
 * The floor without one role; its reports move to its manager. The rooms stay.
 *
 * @throws RefusedError if the floor has no such role
 */
export function dismissRole(floor: Workspace, roleId: string): Workspace {
  const { reportsTo: manager } = roleOf(floor, roleId);
  const remaining = floor.org.roles.filter(({ id }) => id !== roleId);
  return withRoles(
    floor,
    remaining.map((role) => (role.reportsTo === roleId ? { ...role, reportsTo: manager } : role)),
  );
}
