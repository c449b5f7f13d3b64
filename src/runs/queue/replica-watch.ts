import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EventFeed } from '../../platform/events/event-feed.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { ApprovalClock } from '../approvals/approval-clock.js';
import { DecidedDeliveries } from '../changes/decided-deliveries.js';
import { LeasesRepository } from './leases.repository.js';
import { LeaseKeeper } from './lease-keeper.js';
import { ActiveRuns } from './active-runs.js';

/** Pace in a fleet whose events do not come by themselves, ms. */
const unheardPaceMs = 1000;

/**
 * Reads from the rows what other replicas did: took a run over, cancelled it, decided or asked
 * something, left a delivery undone, began and ended runs. Where their events come at once it only
 * makes sure, as often as leases are renewed; in a fleet that does not hear them it looks every second.
 * Where no other process can have the database open it does not look at all.
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
      if (isLate || (this.keeper.inFleet && !this.feed.hearsOthers)) void this.lookSafely();
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
      // One line for each outage, however long.
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
