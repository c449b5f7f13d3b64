import type { EventDraftOf } from '../platform/events/drafts.js';
import { limits } from '../protocol/limits.js';
import { fitPart } from '../platform/socket/state-json.js';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { Clock } from '../platform/clock.js';
import { Transactions } from '../platform/database/transactions.js';
import type { Tx } from '../platform/database/tx.js';
import { RefusedError } from '../platform/errors/office-error.js';
import { ReceivedEvents } from '../platform/fleet/received-events.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import type { Role, Workspace } from '../protocol/records/organisation.js';
import { workspaceTexts } from '../protocol/texts/workspaces.js';
import { ActiveFloor, type FloorName } from './active-floor.service.js';
import { EmployeesService } from './employees/employees.service.js';
import { WorkspacesRepository } from './persistence/workspaces.repository.js';
import { shippedKit } from './layout/kit.js';
import { capacityOf } from './layout/seats.js';
import { layoutOf } from './rooms/layout-of.js';

/**
 * A change of a floor: a pure function from the present floor to the new one. An error leaves the
 * floor unchanged.
 */
type FloorChange = (floor: Workspace, now: number) => Workspace;

/**
 * The only way to change a floor. Edits of one floor are applied one after another, in all
 * processes of a fleet: its row stays locked from reading to the commit. So no change is lost, and
 * edits of a client keep their order.
 */
@Injectable()
export class FloorEditor {
  private readonly log: ScopedLogger;
  /** Needed because waiters for a row lock are served in no particular order. */
  private readonly inOrder = pLimit(1);

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: WorkspacesRepository,
    private readonly active: ActiveFloor,
    private readonly employees: EmployeesService,
    private readonly heard: ReceivedEvents,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('workspaces');
  }

  /**
   * Stores the changed floor with its events: `org.updated`, moves, growth, and changed or
   * dismissed employees.
   *
   * @throws RefusedError if there is no such floor, and the change's own errors
   */
  edit(name: FloorName, change: FloorChange): Promise<Workspace> {
    return this.inOrder(async () => {
      // Plugins' tools and skills, which a change may depend on, are known from events only.
      await this.heard.all();
      return this.apply(name, change);
    });
  }

  private apply(name: FloorName, change: FloorChange): Promise<Workspace> {
    return this.transactions.run(async (tx) => {
      const workspaceId = await this.active.idOf(tx, name);
      const before = await this.repository.lock(tx, workspaceId);
      if (before === null) throw new RefusedError(workspaceTexts.noWorkspace(workspaceId));
      const now = this.clock.now();
      const changed = change(before, now);
      const after = { ...changed, org: { ...changed.org, updatedAt: now } };
      await this.repository.save(tx, before, after);
      this.publish(tx, before, after);
      tx.conclude(after);
      return after;
    });
  }

  private publish(tx: Tx, before: Workspace, after: Workspace): void {
    const { moves, changed, left } = effectsOf(before, after);
    tx.publish(
      {
        type: 'org.updated',
        workspaceId: after.id,
        org: fitPart(after.org, limits.organisationFrameBytes),
      },
      ...moves,
    );
    this.publishGrowth(tx, before, after);
    for (const role of changed) this.employees.announce(tx, after.id, role);
    for (const role of left) this.employees.leave(tx, after.id, role);
  }

  private publishGrowth(tx: Tx, before: Workspace, after: Workspace): void {
    const { rooms, exhausted } = growthOf(before, after);
    if (rooms > 0) {
      const message = workspaceTexts.grew(after.name, rooms, after.floor);
      tx.publish({ type: 'log', level: 'info', scope: 'workspaces', message });
      tx.afterCommit(() => this.log.info(message));
    }
    if (exhausted) tx.afterCommit(() => this.log.warn(workspaceTexts.outOfRoom(after.name)));
  }
}

interface AutomaticGrowth {
  /** Modules added for a new employee. */
  readonly rooms: number;
  /** True: an employee was added without a free seat. */
  readonly exhausted: boolean;
}

/** The floor's growth for a larger roster; only for edits that hire. */
function growthOf(before: Workspace, after: Workspace): AutomaticGrowth {
  const roster = after.org.roles.length;
  if (roster <= before.org.roles.length) return { rooms: 0, exhausted: false };
  const layout = layoutOf(after);
  return {
    rooms: layout.blocks.length - layoutOf(before).blocks.length,
    exhausted: capacityOf(shippedKit, layout) < roster,
  };
}

/** Effects of an edit on the floor's employees. */
interface FloorEffects {
  /** Changed desks, including from and to none. */
  readonly moves: readonly EventDraftOf<'employee.moved'>[];
  /** New roles, and roles whose employee is shown differently. */
  readonly changed: readonly Role[];
  /** Removed roles. */
  readonly left: readonly Role[];
}

/** Compares a floor with its state before an edit. */
export function effectsOf(before: Workspace, after: Workspace): FloorEffects {
  const earlier = new Map(before.org.roles.map((role) => [role.id, role]));
  const remaining = new Set(after.org.roles.map((role) => role.id));
  const { roles } = after.org;
  return {
    moves: roles
      .filter((role) => isMoved(earlier.get(role.id), role))
      .map((role) => ({
        type: 'employee.moved',
        employeeId: role.id,
        fromSeatId: earlier.get(role.id)?.seatId ?? null,
        toSeatId: role.seatId,
        toRoomId: role.roomId,
      })),
    changed: roles.filter((role) => isShownDifferently(earlier.get(role.id), role)),
    left: before.org.roles.filter((role) => !remaining.has(role.id)),
  };
}

function isMoved(earlier: Role | undefined, role: Role): boolean {
  if (earlier === undefined) return role.seatId !== null;
  return earlier.seatId !== role.seatId || earlier.roomId !== role.roomId;
}

function isShownDifferently(earlier: Role | undefined, role: Role): boolean {
  return (
    earlier === undefined ||
    isMoved(earlier, role) ||
    earlier.displayName !== role.displayName ||
    earlier.title !== role.title ||
    earlier.departmentId !== role.departmentId
  );
}
