import type { DataSource } from 'typeorm';
import type { ServerEvent } from '../../protocol/events.js';
import type { Clock } from '../clock.js';
import type { EventBus } from '../events/event-bus.js';
import { numberAndStore } from '../events/number-events.js';
import { pause } from '../process/pause.js';
import type { EmbeddedConnection } from './embedded-connection.js';
import { isLocked, isStoreFailure } from './store-failure.js';
import { tellCommitted, type TransactionWork } from './transaction-work.js';
import { Tx } from './tx.js';

/** How long a transaction waits, from when it is asked for, while another program locks the file. */
const lockPatienceMs = 5000;
/** Between two looks at the lock. The event loop goes on meanwhile, as it would not in the driver. */
const lockLookMs = 20;
/** More of them in one commit save little, and keep the event loop from turning. */
const mostInOneCommit = 16;

/** A transaction that somebody waits for. */
interface Asked {
  readonly work: TransactionWork<unknown>;
  readonly mayShare: boolean;
  /** By `performance.now()`. */
  readonly patientUntil: number;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** A transaction that is done and not yet committed. */
interface Done {
  readonly tx: Tx;
  readonly events: readonly ServerEvent[];
  readonly tell: () => void;
}

/**
 * Transactions of SQLite, which has one connection: one after another. Those that wait next to each
 * other and may share a commit do, each under a savepoint of its own (docs/adr/0007): a commit costs
 * more than what is in it. Nobody hears of any of them before the commit; one that throws leaves no
 * trace in it; when the store fails, all of them fail.
 */
export class EmbeddedTransactions {
  private readonly waiting: Asked[] = [];
  private busy = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly connection: EmbeddedConnection,
    private readonly bus: EventBus,
    private readonly clock: Clock,
  ) {}

  run<T>(work: TransactionWork<T>, mayShare: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const patientUntil = performance.now() + lockPatienceMs;
      const resolveAny = resolve as (result: unknown) => void;
      this.waiting.push({ work, mayShare, patientUntil, resolve: resolveAny, reject });
      if (!this.busy) void this.work();
    });
  }

  /**
   * The driver answers without ever leaving the microtask queue, so the loop is given its turn before
   * each commit: sockets and timers are served, and what they set off joins in.
   */
  private async work(): Promise<void> {
    this.busy = true;
    await new Promise(setImmediate);
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      await this.commitFrom(next);
      await new Promise(setImmediate);
    }
    this.busy = false;
  }

  /** Commits this transaction, and with it those behind it that share its commit. */
  private async commitFrom(first: Asked): Promise<void> {
    const taken: Asked[] = [];
    try {
      await this.begin(first.patientUntil);
      const done: Done[] = [];
      for (let next: Asked | undefined = first; next; next = this.companionOf(first, taken)) {
        taken.push(next);
        await this.take(next, done);
      }
      this.connection.run('COMMIT');
      for (const { tell } of done) tell();
    } catch (thrown) {
      this.rollBack();
      for (const { reject } of taken.length === 0 ? [first] : taken) reject(thrown);
    }
  }

  /**
   * IMMEDIATE: a deferred transaction that reads first would fail, not wait, when the lease keeper's
   * connection has written in between.
   */
  private async begin(patientUntil: number): Promise<void> {
    for (;;) {
      try {
        this.connection.run('BEGIN IMMEDIATE');
        return;
      } catch (thrown) {
        if (!isLocked(thrown) || performance.now() > patientUntil) throw thrown;
        await pause(lockLookMs);
      }
    }
  }

  private companionOf(first: Asked, taken: readonly Asked[]): Asked | undefined {
    const next = this.waiting[0];
    if (!first.mayShare || !next?.mayShare || taken.length >= mostInOneCommit) return undefined;
    return this.waiting.shift();
  }

  /** Does the work under a savepoint. What goes wrong in it concerns nobody else, unless it is the store. */
  private async take(asked: Asked, done: Done[]): Promise<void> {
    const before = done.map(({ tx }) => tx);
    const tx = new Tx(this.dataSource.manager, before);
    this.connection.run('SAVEPOINT work');
    try {
      const result = await asked.work(tx);
      const events = await numberAndStore(tx.manager, tx.published, this.clock.now());
      this.connection.run('RELEASE work');
      done.push({ tx, events, tell: () => this.tell(asked, tx, events, result) });
    } catch (thrown) {
      if (isStoreFailure(thrown)) throw thrown;
      this.connection.run('ROLLBACK TO work');
      this.connection.run('RELEASE work');
      asked.reject(thrown);
    }
  }

  private tell(asked: Asked, tx: Tx, events: readonly ServerEvent[], result: unknown): void {
    try {
      tellCommitted(this.bus, tx, events);
      asked.resolve(result);
    } catch (thrown) {
      asked.reject(thrown);
    }
  }

  private rollBack(): void {
    try {
      this.connection.run('ROLLBACK');
    } catch {
      // The store has rolled back by itself, or nothing had begun.
    }
  }
}
