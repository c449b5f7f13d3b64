import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OnOfficeEvent } from '../../platform/events/office-listener.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import type { ServerEventOf } from '../../protocol/events.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { ApprovalsRepository, type ApprovalWait } from './approvals.repository.js';
import { ApprovalsService } from './approvals.service.js';
import { isAskedAgain } from '../../protocol/rules/asked-again.js';

/** Longest wait of a timer, ms; later due times are checked again. */
const longestWaitMs = 60 * 60 * 1000;
/** Pause after a failure of the store, ms. */
const retryMs = 1000;

/**
 * Refuses approvals that are overdue, with one timer for all. Their time runs from when they were
 * asked; for those asked by an earlier process the store tells the remaining time. A clock set
 * forward or back therefore ends none early and keeps none open.
 */
@Injectable()
export class ApprovalClock implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log: ScopedLogger;
  private timer: NodeJS.Timeout | undefined;
  /** Due times of pending approvals, by the monotonic clock. */
  private dueTimes = new Map<string, number>();
  /** When unprocessed approvals were asked, by the same clock. */
  private readonly askedAt = new Map<string, number>();
  private wakeUps = 0;
  private stopped = false;
  private failing = false;

  constructor(
    private readonly approvals: ApprovalsService,
    private readonly rows: ApprovalsRepository,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  onApplicationBootstrap(): void {
    this.look();
  }

  @OnOfficeEvent('approval.requested')
  onRequested({ approval }: ServerEventOf<'approval.requested'>): void {
    if (isAskedAgain(approval)) return;
    this.askedAt.set(approval.id, this.clock.elapsed());
    this.look();
  }

  onModuleDestroy(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Reads the rows now, because another process may have asked. */
  look(): void {
    this.wake(0);
  }

  private wake(inMs: number): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    const wakeUp = ++this.wakeUps;
    this.timer = setTimeout(() => void this.tick(wakeUp), inMs);
    this.timer.unref();
  }

  private async tick(wakeUp: number): Promise<void> {
    const nextMs = await this.check();
    // A question asked meanwhile has set its own, more accurate wake-up.
    if (nextMs !== null && wakeUp === this.wakeUps) this.wake(nextMs);
  }

  /**
   * Refuses overdue approvals; returns the time until the next check in ms, null if none is
   * pending.
   */
  private async check(): Promise<number | null> {
    try {
      await this.noteDueTimes();
      await this.expireOverdue();
      this.failing = false;
      if (this.dueTimes.size === 0) return null;
      const next = Math.min(...this.dueTimes.values());
      return Math.min(longestWaitMs, Math.max(1, Math.ceil(next - this.clock.elapsed())));
    } catch (thrown) {
      // One log line per outage.
      if (!this.failing)
        this.log.warn(`approvals could not be checked for their time: ${messageOf(thrown)}`);
      this.failing = true;
      return retryMs;
    }
  }

  /** Notes the due time of each pending approval, unless it is known. */
  private async noteDueTimes(): Promise<void> {
    const heard = [...this.askedAt.keys()];
    const waits = await this.rows.waits();
    const now = this.clock.elapsed();
    const known = this.dueTimes;
    this.dueTimes = new Map(
      waits.map((wait) => [wait.id, known.get(wait.id) ?? this.dueTimeOf(wait, now)]),
    );
    for (const id of heard) this.askedAt.delete(id);
  }

  private dueTimeOf({ id, leftMs, wholeMs }: ApprovalWait, now: number): number {
    const askedAt = this.askedAt.get(id);
    return askedAt === undefined ? now + leftMs : askedAt + wholeMs;
  }

  private async expireOverdue(): Promise<void> {
    const now = this.clock.elapsed();
    for (const [id, dueAt] of this.dueTimes) {
      if (dueAt > now) continue;
      const approval = await this.rows.find(id);
      const expired = approval !== null && (await this.approvals.expire(approval));
      this.dueTimes.delete(id);
      if (expired) this.log.warn(runTexts.approvalTimedOut(id));
    }
  }
}
