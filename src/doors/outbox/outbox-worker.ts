import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { unlessAborted } from '../../platform/process/unless-aborted.js';
import { pause } from '../../platform/process/pause.js';
import { StartupTasks } from '../../platform/process/startup-tasks.js';
import { clip } from '../../platform/text/clip.js';
import { outboxTexts } from '../../protocol/texts/outbox.js';
import { LeaseKeeper } from '../../runs/queue/lease-keeper.js';
import { usualWaits, waitAfter } from './after-failure.js';
import { Outbox } from './outbox.js';
import type { OutboxEntry, OutboxHandler, OutboxOutcome } from './outbox-job.js';
import { OutboxRepository } from './outbox.repository.js';

/** Most jobs at the same time in this process. */
const mostAtWork = 4;
/** Interval of looking for due rows of which no call told this process, ms. */
const lookMs = 5000;
/** How early a timer may fire, ms. */
const earlyMs = 20;
const usualTimeoutMs = 60_000;
/** Rows read per page. */
const pageRows = 20;
const usualLeftMs = 24 * 60 * 60 * 1000;
const errorCharacters = 500;
const triesKept = 20;

/**
 * Carries out due jobs while the leases of this process stand. After a kill the row is free again,
 * and the process that takes it calls the handler again.
 */
@Injectable()
export class OutboxWorker implements OnModuleInit, OnModuleDestroy {
  private readonly log: ScopedLogger;
  private readonly atWork = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private looking: Promise<void> | null = null;
  private isAskedAgain = false;

  constructor(
    private readonly outbox: Outbox,
    private readonly rows: OutboxRepository,
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly keeper: LeaseKeeper,
    private readonly startupTasks: StartupTasks,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('doors/outbox');
  }

  onModuleInit(): void {
    this.outbox.onDue(() => void this.look());
    const failure = { scope: 'doors/outbox', text: outboxTexts.notLooked };
    this.startupTasks.repeat(lookMs, failure, () => this.look());
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled([this.looking, ...this.atWork.values()]);
  }

  /** Takes due jobs. Never rejects: the next call tries again. */
  async look(): Promise<void> {
    this.isAskedAgain = true;
    this.looking ??= this.lookWhileAsked().finally(() => (this.looking = null));
    await this.looking;
  }

  /** Resolves when nothing is at work here any more. */
  async idle(): Promise<void> {
    await this.looking;
    while (this.atWork.size > 0) await Promise.allSettled([...this.atWork.values()]);
  }

  private async lookWhileAsked(): Promise<void> {
    try {
      while (this.isAskedAgain && !this.stopping.signal.aborted) {
        this.isAskedAgain = false;
        await this.takeDue();
      }
    } catch (thrown) {
      this.log.warn(outboxTexts.notLooked(messageOf(thrown)));
    }
  }

  private async takeDue(): Promise<void> {
    const { owner, term } = this.keeper;
    if (term === null) return;
    const at = await this.rows.now(this.dataSource.manager);
    for (let skipped = 0; this.atWork.size < mostAtWork; skipped += pageRows) {
      const page = { at, kinds: this.outbox.kinds, limit: pageRows, skipped };
      const due = await this.rows.due(this.dataSource.manager, owner, page);
      for (const job of due) {
        if (this.atWork.has(job.id) || this.atWork.size >= mostAtWork) continue;
        if (job.nextAt > at) await this.bringBack(job, at);
        else if (await this.isForUs(job, at)) await this.take(job.id, owner);
      }
      if (due.length < pageRows) return;
    }
  }

  private async bringBack(job: OutboxEntry, at: number): Promise<void> {
    await this.transactions.run(({ manager }) => this.rows.bringBack(manager, job, at));
    this.isAskedAgain = true;
  }

  /** False while a job that cannot be carried out here is left to other processes. */
  private async isForUs(job: OutboxEntry, now: number): Promise<boolean> {
    const handler = this.outbox.handlerOf(job.kind);
    if (handler?.isPossibleHere === undefined) return true;
    return now - job.nextAt > (handler.leftMs ?? usualLeftMs) || handler.isPossibleHere(job);
  }

  private async take(id: string, owner: string): Promise<void> {
    const job = await this.transactions.run((tx) => this.rows.claim(tx.manager, id, owner));
    const handler = job === null ? undefined : this.outbox.handlerOf(job.kind);
    if (job === null || handler === undefined) return;
    const work = this.carryOut(job, handler).finally(() => {
      this.atWork.delete(id);
      // Other jobs may have waited for a free place.
      void this.look();
    });
    this.atWork.set(id, work);
  }

  /**
   * Carries out a job. Never rejects. If its result cannot be stored, it is lost and the job is
   * carried out again.
   */
  private async carryOut(job: OutboxEntry, handler: OutboxHandler): Promise<void> {
    try {
      const { result, failure } = await this.attempt(job, handler);
      if (failure === null) await this.settle(job, handler, { state: 'done', result });
      else if (!this.stopping.signal.aborted) await this.failed(job, handler, failure.thrown);
    } catch (thrown) {
      this.log.warn(outboxTexts.notCarriedOn(nameOf(job), messageOf(thrown)));
    }
  }

  private async attempt(
    job: OutboxEntry,
    handler: OutboxHandler,
  ): Promise<{ readonly result: unknown; readonly failure: { readonly thrown: unknown } | null }> {
    const timeoutMs = handler.timeoutMs ?? usualTimeoutMs;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([timeout, this.stopping.signal]);
    try {
      // A handler that ignores the signal is no longer waited for.
      const work = handler.perform(job, signal);
      const result = await unlessAborted(work, signal, outboxTexts.interrupted);
      return { result, failure: null };
    } catch (thrown) {
      if (!timeout.aborted) return { result: null, failure: { thrown } };
      const late = new Error(outboxTexts.tookTooLong(Math.round(timeoutMs / 1000)));
      return { result: null, failure: { thrown: late } };
    }
  }

  private async failed(job: OutboxEntry, handler: OutboxHandler, thrown: unknown): Promise<void> {
    const error = clip(messageOf(thrown), errorCharacters, '…');
    const waits = handler.waits ?? usualWaits;
    const wait = waitAfter(thrown, job.attempts, waits, Math.random());
    if (wait === null) {
      this.log.warn(outboxTexts.givenUp(nameOf(job), job.attempts, error));
      await this.settle(job, handler, { state: 'given-up', error });
      return;
    }
    await this.transactions.run(async ({ manager }) => {
      const now = await this.rows.now(manager);
      const tries = [...job.tries, { at: now, error }].slice(-triesKept);
      const recorded = { state: 'waiting', nextAt: now + wait, lastError: error, tries } as const;
      await this.rows.record(manager, job, this.keeper.owner, { ...recorded, result: null });
    });
    if (wait < lookMs) void this.lookIn(wait);
  }

  /** Looks again after a short wait; longer ones end with the next regular look. */
  private async lookIn(ms: number): Promise<void> {
    // The timer may fire slightly before the row is due.
    await pause(ms + earlyMs, this.stopping.signal);
    await this.look();
  }

  private async settle(
    job: OutboxEntry,
    handler: OutboxHandler,
    outcome: OutboxOutcome,
  ): Promise<void> {
    await this.transactions.run(async (tx) => {
      const now = await this.rows.now(tx.manager);
      const error = outcome.state === 'done' ? null : outcome.error;
      const tries = error === null ? job.tries : [...job.tries, { at: now, error }];
      const isOurs = await this.rows.record(tx.manager, job, this.keeper.owner, {
        state: outcome.state,
        nextAt: now,
        lastError: error,
        tries: tries.slice(-triesKept),
        result: outcome.state === 'done' ? (outcome.result ?? null) : null,
      });
      if (!isOurs) return;
      await handler.settled?.(tx, job, outcome);
      if (error !== null || handler.isQuiet === true) return;
      tx.afterCommit(() => this.log.info(outboxTexts.done(job.key)));
    });
  }
}

function nameOf({ kind, subject }: OutboxEntry): string {
  return `${kind} for ${subject}`;
}
