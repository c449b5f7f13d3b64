import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/tx.js';
import type { EventDraft } from '../../platform/events/drafts.js';
import type { Role, Workspace } from '../../protocol/records/organisation.js';
import type { UsageRecord } from '../../protocol/records/work.js';
import { FloorProjection } from '../floor-projection.js';
import { findRole } from '../people/change-role.js';
import { atRest, employeeState, type EmployeeActivity } from './employee-state.js';
import {
  type EmployeeKey,
  type EmployeeRecord,
  EmployeesRepository,
} from './employees.repository.js';

/**
 * Changes activity and usage of employees. Changes become visible with their transaction's commit;
 * several in one transaction build on each other.
 */
@Injectable()
export class EmployeesService {
  constructor(
    private readonly floors: FloorProjection,
    private readonly repository: EmployeesRepository,
  ) {}

  /** Changes an employee's activity. Clients get no event for a dismissed employee. */
  change(tx: Tx, workspaceId: string, roleId: string, patch: Partial<EmployeeActivity>): void {
    const key = { workspaceId, roleId };
    tx.publishLate(rowOf(key), async () => [
      this.updateOf(key, await this.repository.change(tx, key, patch)),
    ]);
  }

  /** Like `change`, if the employee's activity so far in the transaction satisfies a condition. */
  changeIf(
    tx: Tx,
    key: EmployeeKey,
    isSo: (doing: EmployeeActivity) => boolean,
    patch: Partial<EmployeeActivity>,
  ): void {
    tx.publishLate(rowOf(key), async () => {
      const { doing } = await this.repository.find(tx, key);
      return isSo(doing) ? [this.updateOf(key, await this.repository.change(tx, key, patch))] : [];
    });
  }

  /** Announces the employee after a change of its role. */
  announce(tx: Tx, workspaceId: string, role: Role): void {
    const key = { workspaceId, roleId: role.id };
    tx.publishLate(rowOf(key), async () => {
      const record = await this.repository.find(tx, key);
      return [updated(workspaceId, role, record)];
    });
  }

  /** Announces that an employee left. Its usage stays recorded under the role's id. */
  leave(tx: Tx, workspaceId: string, role: Role): void {
    const left = { ...role, seatId: null, roomId: null };
    const key = { workspaceId, roleId: role.id };
    tx.publishLate(rowOf(key), async () => {
      const { lifetime } = await this.repository.change(tx, key, atRest);
      return [updated(workspaceId, left, { doing: { ...atRest, status: 'offline' }, lifetime })];
    });
  }

  /** Forgets the activities of a floor that is being closed. */
  forgetFloor(tx: Tx, { id }: Workspace): Promise<void> {
    return this.repository.setAllIdle(tx, id);
  }

  /** Counts a turn for the employee, and sets the resulting activity. */
  endTurn(tx: Tx, key: EmployeeKey, usage: UsageRecord, patch: Partial<EmployeeActivity>): void {
    tx.publishLate(rowOf(key), async () => {
      const record = await this.repository.addTurn(tx, key, usage, patch);
      return [used(key, record), this.updateOf(key, record)];
    });
  }

  /** Counts a conversation for the employee without changing its activity. */
  addConversation(tx: Tx, key: EmployeeKey, usage: UsageRecord): void {
    tx.publishLate(rowOf(key), async () => {
      const record = await this.repository.addTurn(tx, key, usage, {});
      const { lifetime } = record;
      return [used(key, record), { type: 'internal.employee.used', ...key, lifetime }];
    });
  }

  /** The event with an employee's state; internal for a dismissed one. */
  private updateOf(key: EmployeeKey, record: EmployeeRecord): EventDraft {
    const role = this.roleOf(key);
    if (role !== undefined) return updated(key.workspaceId, role, record);
    return { type: 'internal.employee.used', ...key, lifetime: record.lifetime };
  }

  /** A role as of the last commit: a change of roles also announces the employees. */
  private roleOf({ workspaceId, roleId }: EmployeeKey): Role | undefined {
    return findRole(this.floors.find(workspaceId), roleId);
  }
}

/** Sorted after the floor's own row. */
function rowOf({ workspaceId, roleId }: EmployeeKey): string {
  return `floors/${workspaceId}/people/${roleId}`;
}

function used({ roleId }: EmployeeKey, { lifetime }: EmployeeRecord): EventDraft {
  return { type: 'usage', employeeId: roleId, lifetime };
}

function updated(workspaceId: string, role: Role, { doing, lifetime }: EmployeeRecord): EventDraft {
  const employee = employeeState(workspaceId, role, doing, lifetime);
  return { type: 'employee.updated', employee };
}
