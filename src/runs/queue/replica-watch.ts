import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { EventFeed } from '../../platform/events/event-feed.js';
import { ApprovalClock } from '../approvals/approval-clock.js';
import { DecidedDeliveries } from '../changes/decided-deliveries.js';
import { LeasesRepository } from './leases.repository.js';
import { LeaseKeeper } from './lease-keeper.js';
import { ActiveRuns } from './run-worker.js';

/** Interval in a fleet without live events, ms. */
const unheardPaceMs = 1000;

/**
 * Reads from rows what other replicas did: took runs over, cancelled them, decided or asked
 * questions, left deliveries, began and ended runs. With live events it is only a safety net at the
 * pace of lease renewals; without them it looks every second. Inactive if no other process can have
 * the database open.
 */
@Injectable()
export class ReplicaWatch {
  private lookedAt = -Infinity;

  constructor(
    private readonly keeper: LeaseKeeper,
    private readonly leases: LeasesRepository,
    private readonly activeRuns: ActiveRuns,
    private readonly approvalClock: ApprovalClock,
    private readonly deliveries: DecidedDeliveries,
    private readonly feed: EventFeed,
    private readonly clock: Clock,
  ) {}

  /** Interval at which `step` must be called, ms. */
  get stepMs(): number {
    return Math.min(this.paceMs, unheardPaceMs);
  }

  /** Looks, if a look is due. */
  async step(): Promise<void> {
    const now = this.clock.elapsed();
    const isLate = now - this.lookedAt >= this.paceMs - unheardPaceMs / 2;
    if (!isLate && (!this.keeper.inFleet || this.feed.receivesOthers)) return;
    this.lookedAt = now;
    await this.look();
  }

  private get paceMs(): number {
    return this.keeper.ttlMs / 3;
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
