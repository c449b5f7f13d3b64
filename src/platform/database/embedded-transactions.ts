import type { DataSource } from 'typeorm';
import type { ServerEvent } from '../../protocol/events.js';
import type { Clock } from '../clock.js';
import type { EventBus } from '../events/event-bus.js';
import { numberAndStore } from '../events/number-events.js';
import { pause } from '../process/pause.js';
import type { EmbeddedConnection } from './embedded-connection.js';
import { isLocked, isStoreFailure } from './store-failure.js';
import { tellCommitted, type TransactionMaker, type TransactionWork } from './transaction-work.js';
import { Tx } from './tx.js';

/** How long a transaction waits for another program that locks the file. */
const lockPatienceMs = 5000;
/** Between two looks at the lock. The event loop goes on meanwhile, as it would not in the driver. */
const lockLookMs = 20;
/** More of them in one commit save little, and keep the event loop from turning. */
const mostInOneCommit = 16;

/** How long transactions may follow one another before the event loop gets its turn. */
const longestRunMs = 10;

/** A transaction that somebody waits for. */
interface Asked {
  readonly work: TransactionWork<unknown>;
  readonly mayShare: boolean;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** A transaction that is done and not yet committed. */
interface Done {
  readonly tx: Tx;
  readonly tell: () => void;
}

/** Work that threw, inside a commit that others may share. */
class FailedWork extends Error {
  constructor(
    readonly asked: Asked,
    override readonly cause: unknown,
  ) {
    super('the work of a transaction failed');
  }
}

/**
 * Transactions of SQLite, which has one connection: one after another. Those that wait next to each
 * other and may share a commit do (docs/adr/0007), since a commit costs more than what is in it.
 * Nobody hears of any of them before the commit. When one throws, the others are done again without
 * it; when the store fails, all of them fail.
 */
export class EmbeddedTransactions implements TransactionMaker {
  private readonly waiting: Asked[] = [];
  private busy = false;
  /** When the event loop last turned here, by `performance.now()`. */
  private lastTurn = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly connection: EmbeddedConnection,
    private readonly bus: EventBus,
    private readonly clock: Clock,
  ) {}

  run<T>(work: TransactionWork<T>): Promise<T> {
    return this.queue(work, false);
  }

  share<T>(work: TransactionWork<T>): Promise<T> {
    return this.queue(work, true);
  }

  private queue<T>(work: TransactionWork<T>, mayShare: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const resolveAny = resolve as (result: unknown) => void;
      this.waiting.push({ work, mayShare, resolve: resolveAny, reject });
      if (!this.busy) void this.workOff();
    });
  }

  private async workOff(): Promise<void> {
    this.busy = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      await this.letOthersCome(next);
      await this.commitFrom(next);
    }
    this.busy = false;
  }

  /**
   * Lets the event loop turn, so that whatever is ready to share the commit comes to wait for it. The
   * driver answers without ever leaving the microtask queue: without a turn from time to time, work
   * that only waits for the store would keep sockets and timers from being served.
   */
  private async letOthersCome({ mayShare }: Asked): Promise<void> {
    if (!mayShare && performance.now() - this.lastTurn < longestRunMs) return;
    await new Promise(setImmediate);
    this.lastTurn = performance.now();
  }

  /** Commits this transaction, and with it those behind it that share its commit. */
  private async commitFrom(first: Asked): Promise<void> {
    const group: Asked[] = [first];
    const done: Done[] = [];
    try {
      await this.begin();
      for (let next: Asked | undefined = first; next; next = this.companionOf(first, group)) {
        done.push(await this.perform(next, done));
      }
      this.connection.run('COMMIT');
    } catch (thrown) {
      this.rollBack();
      return this.giveUp(group, thrown);
    }
    for (const { tell } of done) tell();
  }

  /** The one that failed is told; those beside it are done again without it, unless the store failed. */
  private giveUp(group: readonly Asked[], thrown: unknown): void {
    const failed = thrown instanceof FailedWork ? thrown : null;
    const reason = failed === null ? thrown : failed.cause;
    if (failed === null || isStoreFailure(reason))
      return group.forEach((each) => each.reject(reason));
    failed.asked.reject(reason);
    this.waiting.unshift(...group.filter((each) => each !== failed.asked));
  }

  /**
   * IMMEDIATE: a deferred transaction that reads first would fail, not wait, when the lease keeper's
   * connection has written in between.
   */
  private async begin(): Promise<void> {
    const patientUntil = performance.now() + lockPatienceMs;
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

  private companionOf(first: Asked, group: Asked[]): Asked | undefined {
    const next = this.waiting[0];
    if (!first.mayShare || !next?.mayShare || group.length >= mostInOneCommit) return undefined;
    this.waiting.shift();
    group.push(next);
    return next;
  }

  private async perform(asked: Asked, done: readonly Done[]): Promise<Done> {
    const before = done.map(({ tx }) => tx);
    const tx = new Tx(this.dataSource.manager, before);
    try {
      const result = await asked.work(tx);
      const events = await numberAndStore(tx.manager, tx.published, this.clock.now());
      return { tx, tell: () => this.tell(asked, tx, events, result) };
    } catch (thrown) {
      throw new FailedWork(asked, thrown);
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
