import { Injectable } from '@nestjs/common';
import type { EmployeeState, Role, Workspace } from '../../protocol/records/organisation.js';
import { FloorProjection } from '../floor-projection.js';
import { findRole } from '../people/change-role.js';
import { EmployeeProjection } from './employee-projection.js';
import { employeeState } from './employee-state.js';

/** Employees as shown to clients: activity and usage. */
@Injectable()
export class ShownEmployees {
  constructor(
    private readonly floors: FloorProjection,
    private readonly employees: EmployeeProjection,
  ) {}

  /** Undefined if the floor has no such role. */
  find(workspaceId: string, roleId: string): EmployeeState | undefined {
    const role = findRole(this.floors.find(workspaceId), roleId);
    return role && this.shown(workspaceId, role);
  }

  /** All employees of the floor, in the order of its roles. */
  ofFloor(floor: Workspace): readonly EmployeeState[] {
    return floor.org.roles.map((role) => this.shown(floor.id, role));
  }

  private shown(workspaceId: string, role: Role): EmployeeState {
    const { doing, lifetime } = this.employees.find({ workspaceId, roleId: role.id });
    return employeeState(workspaceId, role, doing, lifetime);
  }
}
