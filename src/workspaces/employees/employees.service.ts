import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '../../platform/database/tx.js';
import type {
  EmployeeState,
  EmployeeUsage,
  Role,
  Workspace,
} from '../../protocol/records/organisation.js';
import type { UsageRecord } from '../../protocol/records/work.js';
import { FloorCache } from '../floor-cache.js';
import { atRest, employeeState, nothingUsed, type EmployeeActivity } from './employee-state.js';
import { EmployeeUsageRepository } from './employee-usage.repository.js';

/** What one transaction has changed about one employee and not yet committed. */
interface Pending {
  activity?: Partial<EmployeeActivity>;
  lifetime?: EmployeeUsage;
}

/**
 * The people of every floor as they are now: what they are doing, which is forgotten with the
 * process, and what they have used so far, which is not. Changes become visible with the commit
 * of their transaction; several in one transaction build on each other.
 */
@Injectable()
export class EmployeesService implements OnModuleInit {
  private readonly activities = new Map<string, EmployeeActivity>();
  private readonly lifetimes = new Map<string, EmployeeUsage>();
  private readonly pending = new WeakMap<Tx, Map<string, Pending>>();

  constructor(
    private readonly floors: FloorCache,
    private readonly usages: EmployeeUsageRepository,
  ) {}

  async onModuleInit(): Promise<void> {
    for (const { workspaceId, roleId, lifetime } of await this.usages.all()) {
      this.lifetimes.set(keyOf(workspaceId, roleId), lifetime);
    }
  }

  /** Undefined when the floor has no such role. With a transaction: as it will leave them so far. */
  state(workspaceId: string, roleId: string, tx?: Tx): EmployeeState | undefined {
    const role = this.roleOf(workspaceId, roleId);
    return role && this.stateOf(workspaceId, role, tx);
  }

  /** Everyone on the floor, in the order of its roles. */
  ofFloor(floor: Workspace): readonly EmployeeState[] {
    return floor.org.roles.map((role) => this.stateOf(floor.id, role));
  }

  /** Changes what an employee is doing. Of somebody who was fired meanwhile, nothing is told. */
  change(tx: Tx, workspaceId: string, roleId: string, patch: Partial<EmployeeActivity>): void {
    const role = this.roleOf(workspaceId, roleId);
    if (role === undefined) return;
    const pending = this.pendingOf(tx, keyOf(workspaceId, roleId));
    pending.activity = { ...pending.activity, ...patch };
    this.announce(tx, workspaceId, role);
  }

  /** Tells how the holder of the role now stands: for changes of the role itself. */
  announce(tx: Tx, workspaceId: string, role: Role): void {
    tx.publish({ type: 'employee.updated', employee: this.stateOf(workspaceId, role, tx) });
  }

  /** Tells that somebody left. What they used stays on record under the role's id. */
  leave(tx: Tx, workspaceId: string, role: Role): void {
    const key = keyOf(workspaceId, role.id);
    const gone = { ...atRest, status: 'offline' } as const;
    const employee = employeeState(
      workspaceId,
      { ...role, seatId: null, roomId: null },
      gone,
      this.lifetimes.get(key) ?? nothingUsed,
    );
    tx.publish({ type: 'employee.updated', employee });
    tx.afterCommit(() => this.activities.delete(key));
  }

  /** Forgets what the people of a floor that is being closed were doing. */
  forgetFloor(tx: Tx, floor: Workspace): void {
    const keys = floor.org.roles.map((role) => keyOf(floor.id, role.id));
    tx.afterCommit(() => keys.forEach((key) => this.activities.delete(key)));
  }

  /** Counts a turn, or a conversation, to the employee; answers the new totals. */
  async addUsage(
    tx: Tx,
    workspaceId: string,
    roleId: string,
    usage: UsageRecord,
  ): Promise<EmployeeUsage> {
    const lifetime = await this.usages.add(tx, { workspaceId, roleId }, usage);
    this.pendingOf(tx, keyOf(workspaceId, roleId)).lifetime = lifetime;
    tx.publish({ type: 'usage', employeeId: roleId, lifetime });
    return lifetime;
  }

  private roleOf(workspaceId: string, roleId: string): Role | undefined {
    return this.floors.find(workspaceId)?.org.roles.find((role) => role.id === roleId);
  }

  private stateOf(workspaceId: string, role: Role, tx?: Tx): EmployeeState {
    const key = keyOf(workspaceId, role.id);
    let activity = this.activities.get(key) ?? atRest;
    let lifetime = this.lifetimes.get(key) ?? nothingUsed;
    for (const pending of this.pendingFor(key, tx)) {
      if (pending.activity) activity = { ...activity, ...pending.activity };
      lifetime = pending.lifetime ?? lifetime;
    }
    return employeeState(workspaceId, role, activity, lifetime);
  }

  /** What the transaction will have changed, and those that share its commit before it. */
  private pendingFor(key: string, tx?: Tx): readonly Pending[] {
    const standing = tx === undefined ? [] : [...tx.before, tx];
    return standing.flatMap((each) => this.pending.get(each)?.get(key) ?? []);
  }

  private pendingOf(tx: Tx, key: string): Pending {
    let ofTx = this.pending.get(tx);
    if (ofTx === undefined) {
      const begun = (ofTx = new Map<string, Pending>());
      this.pending.set(tx, begun);
      tx.afterCommit(() => this.apply(begun));
    }
    const pending = ofTx.get(key) ?? {};
    ofTx.set(key, pending);
    return pending;
  }

  private apply(changes: ReadonlyMap<string, Pending>): void {
    for (const [key, { activity, lifetime }] of changes) {
      if (activity) {
        this.activities.set(key, { ...(this.activities.get(key) ?? atRest), ...activity });
      }
      if (lifetime) this.lifetimes.set(key, lifetime);
    }
  }
}

function keyOf(workspaceId: string, roleId: string): string {
  return `${workspaceId}/${roleId}`;
}
