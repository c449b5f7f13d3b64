import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { Clock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { ApprovalsRepository } from '../persistence/approvals.repository.js';
import { ApprovalsService } from './approvals.service.js';

/** A timer takes no longer wait than this; a later due time is looked at again. */
const longestWaitMs = 60 * 60 * 1000;
/** Pause after the store failed. */
const retryMs = 1000;

/**
 * When an approval asked for at a time is due, in whole ms: a store keeps nothing finer, and no
 * number beyond the exact ones.
 */
export function dueTime(at: number, timeoutMs: number): number {
  return Math.min(Math.ceil(at + timeoutMs), Number.MAX_SAFE_INTEGER);
}

/**
 * Refuses approvals whose time is up. One timer for all of them, set to the earliest due time in
 * the store; the rows decide.
 */
@Injectable()
export class ApprovalClock implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log: ScopedLogger;
  private subscription: Subscription | undefined;
  private timer: NodeJS.Timeout | undefined;
  private wakeUps = 0;
  private stopped = false;
  private failing = false;

  constructor(
    private readonly approvals: ApprovalsService,
    private readonly rows: ApprovalsRepository,
    private readonly bus: EventBus,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  onApplicationBootstrap(): void {
    this.subscription = this.bus.on('approval.requested', 'approval clock', () => this.look());
    this.look();
  }

  onModuleDestroy(): void {
    this.stopped = true;
    this.subscription?.unsubscribe();
    clearTimeout(this.timer);
  }

  /** Looks at the rows now: another process may have asked. */
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
    // A question asked meanwhile has its own wake-up, which knows more than this one.
    if (nextMs !== null && wakeUp === this.wakeUps) this.wake(nextMs);
  }

  /** Refuses what is overdue; answers in how many ms to look again, null while nothing waits. */
  private async check(): Promise<number | null> {
    try {
      await this.expireOverdue();
      this.failing = false;
      const next = await this.rows.nextDue();
      if (next === null) return null;
      return Math.min(longestWaitMs, Math.max(1, next - this.clock.now()));
    } catch (thrown) {
      // One line for each outage, however long.
      if (!this.failing)
        this.log.warn(`approvals could not be checked for their time: ${messageOf(thrown)}`);
      this.failing = true;
      return retryMs;
    }
  }

  private async expireOverdue(): Promise<void> {
    for (const approval of await this.rows.overdue(this.clock.now())) {
      const expired = await this.approvals.expire(approval);
      if (expired) this.log.warn(runTexts.approvalTimedOut(approval.id));
    }
  }
}
