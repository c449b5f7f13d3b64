import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EventFeed } from '../../platform/events/event-feed.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { ApprovalClock } from '../approvals/approval-clock.js';
import { DecidedDeliveries } from '../snapshots/decided-deliveries.js';
import { LeasesRepository } from '../persistence/leases.repository.js';
import { LeaseKeeper } from './lease-keeper.js';
import { ActiveRuns } from './active-runs.js';

/**
 * Reads from the rows what other replicas did: took a run over, cancelled it, decided or asked
 * something, left a delivery undone, began and ended runs. It looks as often as leases are renewed, and not at all where no
 * other process can have the database open.
 */
@Injectable()
export class ReplicaWatch implements OnModuleDestroy {
  private readonly log: ScopedLogger;
  private timer: NodeJS.Timeout | undefined;
  private looking = false;

  constructor(
    private readonly keeper: LeaseKeeper,
    private readonly leases: LeasesRepository,
    private readonly activeRuns: ActiveRuns,
    private readonly approvalClock: ApprovalClock,
    private readonly deliveries: DecidedDeliveries,
    private readonly feed: EventFeed,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  async start(): Promise<void> {
    if (this.keeper.exclusive) return;
    this.timer = setInterval(() => void this.lookSafely(), this.keeper.ttlMs / 3);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async lookSafely(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    try {
      await this.look();
    } catch (thrown) {
      this.log.warn(`what other replicas did could not be looked up: ${messageOf(thrown)}`);
    } finally {
      this.looking = false;
    }
  }

  private async look(): Promise<void> {
    await this.followLeases();
    await this.feed.catchUp();
    this.approvalClock.look();
    await this.deliveries.look();
  }

  /** Lets go of runs that were taken over, and cancels those that were cancelled elsewhere. */
  private async followLeases(): Promise<void> {
    // Before the question is asked: a run that is claimed meanwhile is not in its answer.
    const sessions = this.activeRuns.all();
    const held = new Map(
      (await this.leases.heldBy(this.keeper.owner)).map((lease) => [lease.runId, lease]),
    );
    for (const session of sessions) {
      const lease = held.get(session.lease.runId);
      if (lease?.fence !== session.lease.fence) session.halt();
      else if (lease.cancelRequested) session.cancel();
    }
  }
}
