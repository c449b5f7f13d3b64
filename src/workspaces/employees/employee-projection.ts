import { Injectable } from '@nestjs/common';
import type { Rows } from '../../platform/database/tx.js';
import type { CommittedEvent } from '../../platform/events/drafts.js';
import { Projection } from '../../platform/events/projection.js';
import { Projections } from '../../platform/events/projections.js';
import type { EmployeeState, EmployeeUsage } from '../../protocol/records/organisation.js';
import { atRest } from './employee-state.js';
import {
  type EmployeeKey,
  type EmployeeRecord,
  EmployeesRepository,
  unusedEmployee,
} from './employees.repository.js';

/** Changed in place; only immutable records are handed out. */
type Employees = Map<string, Map<string, EmployeeRecord>>;

/** Activity and usage of every employee, as of the last commit. */
@Injectable()
export class EmployeeProjection extends Projection<Employees> {
  constructor(
    projections: Projections,
    private readonly repository: EmployeesRepository,
  ) {
    super(projections);
  }

  /** An employee without a row has no usage. */
  find({ workspaceId, roleId }: EmployeeKey): EmployeeRecord {
    return this.state.get(workspaceId)?.get(roleId) ?? unusedEmployee;
  }

  protected override async load({ manager }: Rows): Promise<Employees> {
    const employees: Employees = new Map();
    for (const { workspaceId, roleId, doing, lifetime } of await this.repository.all(manager)) {
      put(employees, { workspaceId, roleId }, { doing, lifetime });
    }
    return employees;
  }

  protected override apply(employees: Employees, event: CommittedEvent): Employees {
    switch (event.type) {
      case 'employee.updated':
        put(employees, event.employee, recordOf(event.employee));
        break;
      case 'internal.employee.used':
        count(employees, event, event.lifetime);
        break;
      case 'internal.floor.closed':
        for (const [roleId, { lifetime }] of employees.get(event.workspaceId) ?? []) {
          put(employees, { ...event, roleId }, { doing: atRest, lifetime });
        }
        break;
      default:
    }
    return employees;
  }
}

/** A dismissed employee is shown offline once, and is idle when hired again. */
function recordOf(employee: EmployeeState): EmployeeRecord {
  const { status, activity, currentRunId, currentTurnId } = employee;
  const { activeSkillIds, lastRoute, lastError, lifetime } = employee;
  if (status === 'offline') return { doing: atRest, lifetime };
  return {
    doing: {
      status,
      activity,
      currentRunId,
      currentTurnId,
      activeSkillIds,
      lastRoute,
      lastError,
    },
    lifetime,
  };
}

function count(employees: Employees, key: EmployeeKey, lifetime: EmployeeUsage): void {
  const { doing } = employees.get(key.workspaceId)?.get(key.roleId) ?? unusedEmployee;
  put(employees, key, { doing, lifetime });
}

function put(
  employees: Employees,
  { workspaceId, roleId }: EmployeeKey,
  record: EmployeeRecord,
): void {
  const ofFloor = employees.get(workspaceId) ?? new Map<string, EmployeeRecord>();
  ofFloor.set(roleId, record);
  employees.set(workspaceId, ofFloor);
}
