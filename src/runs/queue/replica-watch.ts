import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EventFeed } from '../../platform/events/event-feed.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { ApprovalClock } from '../approvals/approval-clock.js';
import { DecidedDeliveries } from '../changes/decided-deliveries.js';
import { LeasesRepository } from './leases.repository.js';
import { LeaseKeeper } from './lease-keeper.js';
import { ActiveRuns } from './active-runs.js';

/** Interval in a fleet without live events, ms. */
const unheardPaceMs = 1000;

/**
 * Reads from rows what other replicas did: took runs over, cancelled them, decided or asked
 * questions, left deliveries, began and ended runs. With live events it is only a safety net at the
 * pace of lease renewals; without them it looks every second. Inactive if no other process can have
 * the database open.
 */
@Injectable()
export class ReplicaWatch implements OnModuleDestroy {
  private readonly log: ScopedLogger;
  private timer: NodeJS.Timeout | undefined;
  private looking = false;
  private failing = false;
  /** By `performance.now()`. */
  private lookedAt = 0;

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
    const paceMs = this.keeper.ttlMs / 3;
    const step = (): void => {
      const isLate = performance.now() - this.lookedAt >= paceMs - unheardPaceMs / 2;
      if (isLate || (this.keeper.inFleet && !this.feed.receivesOthers)) void this.lookSafely();
    };
    this.timer = setInterval(step, Math.min(paceMs, unheardPaceMs));
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async lookSafely(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    this.lookedAt = performance.now();
    try {
      await this.look();
      this.failing = false;
    } catch (thrown) {
      // One log line per outage.
      if (!this.failing)
        this.log.warn(`what other replicas did could not be looked up: ${messageOf(thrown)}`);
      this.failing = true;
    } finally {
      this.looking = false;
    }
  }

  private async look(): Promise<void> {
    await this.followLeases();
    await this.feed.catchUp();
    this.approvalClock.look();
    // A delivery may take long, and leases are followed meanwhile.
    void this.deliveries.look();
  }

  /** Gives up runs that were taken over, and cancels runs that were cancelled elsewhere. */
  private async followLeases(): Promise<void> {
    // Read before the query: a run claimed meanwhile is not in its answer.
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
