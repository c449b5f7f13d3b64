import { RefusedError } from '../../platform/errors/office-error.js';
import type { Role, Workspace } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { growToSeat } from '../layout/change-layout.js';
import { shippedKit } from '../layout/kit.js';
import { moveToSeat, seatNewEmployee } from '../layout/seating.js';
import type { StaffedFloor } from '../layout/seats.js';
import { layoutOf } from '../rooms/layout-of.js';
import { withRoles } from './change-role.js';
import { fitRoleSkills } from './fit-role-skills.js';

interface Hiring {
  readonly role: Role;
  /** Existing tools. */
  readonly knownTools: ReadonlySet<string>;
  /** Ms since the epoch. */
  readonly now: number;
}

/**
 * The floor with a new employee, limited to the floor's skills and to existing tools. The floor
 * grows to seat everyone; if it cannot, the employee has no seat.
 *
 * @throws RefusedError if the id or seat is taken, or manager or seat do not exist
 */
export function hireRole(floor: Workspace, { role, knownTools, now }: Hiring): Workspace {
  const { roles } = floor.org;
  refuseUnlessNew(roles, role);
  const unusedEmployee = {
    ...fitRoleSkills(role, floor.skillIds),
    allowedTools: role.allowedTools.filter((tool) => knownTools.has(tool)),
  };
  const { layout } = growToSeat(shippedKit, layoutOf(floor), { roster: roles.length + 1, now });
  const seated = seat({ kit: shippedKit, layout, roles }, unusedEmployee);
  return { ...withRoles(floor, [...roles, seated]), layout };
}

function refuseUnlessNew(roles: readonly Role[], role: Role): void {
  const ids = new Set(roles.map(({ id }) => id));
  if (ids.has(role.id)) throw new RefusedError(workspaceTexts.roleExists(role.id));
  if (role.reportsTo !== null && !ids.has(role.reportsTo)) {
    throw new RefusedError(workspaceTexts.noManager(role.reportsTo));
  }
}

function seat(floor: StaffedFloor, unusedEmployee: Role): Role {
  const { seatId } = unusedEmployee;
  return seatId === null
    ? seatNewEmployee(floor, unusedEmployee)
    : moveToSeat(floor, unusedEmployee, { seatId });
}
