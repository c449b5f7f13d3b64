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
 * Changes what the people of every floor are doing and what they have used so far. Changes become
 * visible with the commit of their transaction; several in one transaction build on each other.
 */
@Injectable()
export class EmployeesService {
  constructor(
    private readonly floors: FloorProjection,
    private readonly repository: EmployeesRepository,
  ) {}

  /** Changes what an employee is doing. Clients get no event for one that was fired meanwhile. */
  change(tx: Tx, workspaceId: string, roleId: string, patch: Partial<EmployeeActivity>): void {
    const key = { workspaceId, roleId };
    tx.publishLate(rowOf(key), async () => [
      this.updateOf(key, await this.repository.change(tx, key, patch)),
    ]);
  }

  /** The same, where what the employee is doing in the transaction so far is found to be so. */
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

  /** Announces the employee after a change of the role itself. */
  announce(tx: Tx, workspaceId: string, role: Role): void {
    const key = { workspaceId, roleId: role.id };
    tx.publishLate(rowOf(key), async () => {
      const record = await this.repository.find(tx, key);
      return [updated(workspaceId, role, record)];
    });
  }

  /** Announces that an employee left. Its usage stays on record under the role's id. */
  leave(tx: Tx, workspaceId: string, role: Role): void {
    const left = { ...role, seatId: null, roomId: null };
    const key = { workspaceId, roleId: role.id };
    tx.publishLate(rowOf(key), async () => {
      const { lifetime } = await this.repository.change(tx, key, atRest);
      return [updated(workspaceId, left, { doing: { ...atRest, status: 'offline' }, lifetime })];
    });
  }

  /** Forgets what the people of a floor that is being closed were doing. */
  forgetFloor(tx: Tx, { id }: Workspace): Promise<void> {
    return this.repository.restAll(tx, id);
  }

  /** Counts a turn to the employee, and changes what it is doing to what the turn left it with. */
  endTurn(tx: Tx, key: EmployeeKey, usage: UsageRecord, patch: Partial<EmployeeActivity>): void {
    tx.publishLate(rowOf(key), async () => {
      const record = await this.repository.addTurn(tx, key, usage, patch);
      return [used(key, record), this.updateOf(key, record)];
    });
  }

  /** Counts a conversation to the employee, which changes nothing of what it is doing. */
  addConversation(tx: Tx, key: EmployeeKey, usage: UsageRecord): void {
    tx.publishLate(rowOf(key), async () => {
      const record = await this.repository.addTurn(tx, key, usage, {});
      const { lifetime } = record;
      return [used(key, record), { type: 'internal.employee.used', ...key, lifetime }];
    });
  }

  /** The event for an employee's present state; internal for one that was fired. */
  private updateOf(key: EmployeeKey, record: EmployeeRecord): EventDraft {
    const role = this.roleOf(key);
    if (role !== undefined) return updated(key.workspaceId, role, record);
    return { type: 'internal.employee.used', ...key, lifetime: record.lifetime };
  }

  /** A role as the last commit left it: a change of roles announces the employees as well. */
  private roleOf({ workspaceId, roleId }: EmployeeKey): Role | undefined {
    return findRole(this.floors.find(workspaceId), roleId);
  }
}

/** Behind that of the floor itself. */
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
