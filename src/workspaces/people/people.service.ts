import { Injectable } from '@nestjs/common';
import { validateModelPolicy } from '../../models/routing/validate-model-policy.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { RoutingPosture } from '../../protocol/records/enums.js';
import type { Role, Workspace } from '../../protocol/records/organisation.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { ToolRegistry } from '../../tools/tool-registry.js';
import type { FloorName } from '../active-floor.service.js';
import { FloorEditor } from '../floor-editor.js';
import { growToSeat } from '../layout/change-layout.js';
import { shippedKit } from '../layout/kit.js';
import { moveToSeat, type SeatChange, seatNewEmployee } from '../layout/seating.js';
import type { StaffedFloor } from '../layout/seats.js';
import { layoutOf } from '../rooms/layout-of.js';
import { uniqueKnown } from '../unique-known.js';
import { acceptRole } from './accept-role.js';
import { changeRole, fitRoleSkills, roleOf, withRoles } from './change-role.js';

/**
 * Changes people, seats, grants and policies of a floor. Every method is all or nothing, and
 * refuses with a RefusedError.
 */
@Injectable()
export class PeopleService {
  constructor(
    private readonly editor: FloorEditor,
    private readonly tools: ToolRegistry,
  ) {}

  /** Hires an employee; without a seat it gets a free one, of its own department if there is one. */
  async hire(workspaceId: FloorName, given: unknown): Promise<Workspace> {
    const role = acceptRole(given);
    return this.editor.edit(workspaceId, (floor, now) =>
      hireRole(floor, { role, knownTools: this.knownTools(), now }),
    );
  }

  /** Dismisses an employee. Its work stays recorded. */
  fire(workspaceId: FloorName, roleId: string): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor) => dismissRole(floor, roleId));
  }

  /** Moves an employee to another seat, or to none. */
  setSeat(workspaceId: FloorName, roleId: string, change: SeatChange): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor) => {
      const staffed = { kit: shippedKit, layout: layoutOf(floor), roles: floor.org.roles };
      return changeRole(floor, roleId, (role) => moveToSeat(staffed, role, change));
    });
  }

  /** Replaces the tools or skills of a role, or both. */
  setGrants(workspaceId: FloorName, roleId: string, grants: RoleGrants): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor) =>
      grantRole(floor, roleId, grants, this.knownTools()),
    );
  }

  /** Replaces the whole model policy of a role. */
  async setModelPolicy(workspaceId: FloorName, roleId: string, given: unknown): Promise<Workspace> {
    const modelPolicy = validateModelPolicy(given);
    return this.editor.edit(workspaceId, (floor) =>
      changeRole(floor, roleId, (role) => ({ ...role, modelPolicy })),
    );
  }

  /** Sets the floor's own posture, which overrides the installation's default. */
  setRoutingPosture(workspaceId: FloorName, routingPosture: RoutingPosture): Promise<Workspace> {
    return this.editor.edit(workspaceId, (floor) => ({
      ...floor,
      org: { ...floor.org, routingPosture },
    }));
  }

  private knownTools(): ReadonlySet<string> {
    return new Set(this.tools.list().map((tool) => tool.name));
  }
}

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
function hireRole(floor: Workspace, { role, knownTools, now }: Hiring): Workspace {
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

/**
 * The floor without one role; its reports move to its manager. The rooms stay.
 *
 * @throws RefusedError if the floor has no such role
 */
function dismissRole(floor: Workspace, roleId: string): Workspace {
  const { reportsTo: manager } = roleOf(floor, roleId);
  const remaining = floor.org.roles.filter(({ id }) => id !== roleId);
  return withRoles(
    floor,
    remaining.map((role) => (role.reportsTo === roleId ? { ...role, reportsTo: manager } : role)),
  );
}

/** Lists that replace a role's own; absent ones stay unchanged. */
interface RoleGrants {
  readonly allowedTools?: readonly string[];
  readonly skillIds?: readonly string[];
}

/**
 * The floor with other tools and skills for a role, without entries that do not exist or are not
 * enabled.
 *
 * @throws RefusedError if a list becomes empty, neither list was sent, or there is no such role
 */
function grantRole(
  floor: Workspace,
  roleId: string,
  { allowedTools, skillIds }: RoleGrants,
  knownTools: ReadonlySet<string>,
): Workspace {
  if (allowedTools === undefined && skillIds === undefined) {
    throw new RefusedError(workspaceTexts.nothingToGrant);
  }
  return changeRole(floor, roleId, (role) => ({
    ...role,
    ...(allowedTools && {
      allowedTools: knownOrRefuse(allowedTools, knownTools, workspaceTexts.needsTool),
    }),
    ...(skillIds && {
      skillIds: knownOrRefuse(
        skillIds,
        new Set(floor.skillIds),
        workspaceTexts.skillsNotEnabled(floor.name),
      ),
    }),
  }));
}

function knownOrRefuse(
  wanted: readonly string[],
  known: ReadonlySet<string>,
  refusal: string,
): readonly string[] {
  const kept = uniqueKnown(wanted, known);
  if (kept.length === 0) throw new RefusedError(refusal);
  return kept;
}
