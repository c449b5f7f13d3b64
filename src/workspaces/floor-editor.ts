import type { EventDraftOf } from '../platform/events/drafts.js';
import { limits } from '../protocol/limits.js';
import { fitPart } from '../platform/socket/state-json.js';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { Clock } from '../platform/clock.js';
import { Transactions } from '../platform/database/transactions.js';
import type { Tx } from '../platform/database/tx.js';
import { RefusedError } from '../platform/errors/office-error.js';
import { HeardEvents } from '../platform/fleet/heard-events.js';
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
 * What an edit makes of a floor. Pure: the floor as it stands at this moment comes in, the floor as
 * it is to be goes out. Whatever it throws leaves the floor as it was.
 */
type FloorChange = (floor: Workspace, now: number) => Workspace;

/**
 * The one way in which a floor changes. Edits of one floor are applied one after another, each on
 * the chart that the one before it left, in this process and in every other of a fleet: the floor's
 * row stays locked from the look at it to the commit. So two clients never lose or mix a change, and
 * what one client sends is applied in the order in which it was sent.
 */
@Injectable()
export class FloorEditor {
  private readonly log: ScopedLogger;
  /** Who waits for a row lock is served in no particular order. */
  private readonly inOrder = pLimit(1);

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: WorkspacesRepository,
    private readonly active: ActiveFloor,
    private readonly employees: EmployeesService,
    private readonly heard: HeardEvents,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('workspaces');
  }

  /**
   * Stores the changed floor together with what it means: `org.updated`, then who moved, whether
   * the floor grew, and who shows differently or has left.
   *
   * @throws RefusedError when there is no such floor, and whatever the change throws
   */
  edit(name: FloorName, change: FloorChange): Promise<Workspace> {
    return this.inOrder(async () => {
      // Tools and skills of plugins, by which a change may be judged, are known by events alone.
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
  /** Modules that were added for a new employee. */
  readonly rooms: number;
  /** An employee joined and there is not a seat for each. */
  readonly exhausted: boolean;
}

/** How a floor answered to a growing roster; only edits that hire are considered. */
function growthOf(before: Workspace, after: Workspace): AutomaticGrowth {
  const roster = after.org.roles.length;
  if (roster <= before.org.roles.length) return { rooms: 0, exhausted: false };
  const layout = layoutOf(after);
  return {
    rooms: layout.blocks.length - layoutOf(before).blocks.length,
    exhausted: capacityOf(shippedKit, layout) < roster,
  };
}

/** What an edit of a floor means for the people on it. */
interface FloorEffects {
  /** Desks that changed, to and from none included. */
  readonly moves: readonly EventDraftOf<'employee.moved'>[];
  /** Roles that are new, or whose holder shows differently now. */
  readonly changed: readonly Role[];
  /** Roles that are no longer there. */
  readonly left: readonly Role[];
}

/** Compares a floor with what it was before an edit. */
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
