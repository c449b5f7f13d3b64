import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { messageOf } from '../../platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { ApprovalClock } from '../approvals/approval-clock.js';
import { ApprovalsService } from '../approvals/approvals.service.js';
import { LeasesRepository } from '../persistence/leases.repository.js';
import { RunBoard } from '../run-board.js';
import { LeaseKeeper } from './lease-keeper.js';
import { RunsAtWork } from './runs-at-work.js';

/**
 * Hears from the rows what other replicas did: took a run over, cancelled it, decided or asked
 * something, began and ended runs. It looks as often as leases are renewed, and not at all where no
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
    private readonly atWork: RunsAtWork,
    private readonly approvals: ApprovalsService,
    private readonly approvalClock: ApprovalClock,
    private readonly board: RunBoard,
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
    await this.heedLeases();
    await this.approvals.reconcile();
    await this.board.reconcile();
    this.approvalClock.look();
  }

  /** Lets go of runs that were taken over, and cancels those that were cancelled elsewhere. */
  private async heedLeases(): Promise<void> {
    // Before the question is asked: a run that is claimed meanwhile is not in its answer.
    const sessions = this.atWork.all();
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
