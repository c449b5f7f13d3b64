import type { DataSource, EntityManager } from 'typeorm';
import type { CommittedEvent } from '../events/drafts.js';
import { EventEntity } from '../events/event.entity.js';
import { serialize } from '../events/serialize.js';
import { pause } from '../process/pause.js';
import { postgresConnections } from './data-source.js';
import type { EmbeddedConnection } from './embedded-connection.js';
import { ServerConnection } from './server-connection.js';
import { Statement } from './statement.js';
import { isLocked, isStoreFailure } from './store-failure.js';

/** An open database transaction. */
export interface DatabaseTransaction {
  readonly manager: EntityManager;
  /** Statements sent since the last call and not awaited yet, in order. */
  takeSent(): readonly Promise<unknown>[];
  /** Rejects if the commit failed, or if its outcome is unknown. */
  commit(): Promise<void>;
  /** Never throws. */
  rollBack(): Promise<void>;
  /** Must be called last, whatever the outcome. */
  release(): Promise<void>;
}

/** Transactions of one kind of database; `TransactionQueue` decides which of them share one. */
export interface DatabaseTransactions {
  /** Transactions that may be open at once. */
  readonly atOnce: number;
  begin(): Promise<DatabaseTransaction>;
  /** True if a failed commit took effect nevertheless. */
  wereStored(events: readonly CommittedEvent[]): Promise<boolean>;
  /** Reads a consistent snapshot of the store; undefined: any transaction gives one. */
  readonly snapshot?: <T>(read: (manager: EntityManager) => Promise<T>) => Promise<T>;
}

/** How long a transaction waits for a lock of another program, ms. */
const lockTimeoutMs = 5000;
/**
 * Interval of checking the lock, ms. The event loop continues meanwhile, unlike during the driver's
 * own wait.
 */
const lockLookMs = 20;

/** Transactions of SQLite on its single connection. */
export class EmbeddedTransactions implements DatabaseTransactions {
  readonly atOnce = 1;

  constructor(private readonly connection: EmbeddedConnection) {}

  /**
   * BEGIN IMMEDIATE: a deferred transaction that reads first would fail, not wait, if another
   * program has written in between.
   */
  async begin(): Promise<DatabaseTransaction> {
    const lockDeadline = performance.now() + lockTimeoutMs;
    for (;;) {
      try {
        this.connection.run('BEGIN IMMEDIATE');
        return new EmbeddedTransaction(this.connection);
      } catch (thrown) {
        if (!isLocked(thrown) || performance.now() > lockDeadline) throw thrown;
        await pause(lockLookMs);
      }
    }
  }

  /** A commit is synchronous, so its outcome is always known. */
  async wereStored(): Promise<boolean> {
    return false;
  }
}

class EmbeddedTransaction implements DatabaseTransaction {
  readonly manager: EntityManager;

  constructor(private readonly connection: EmbeddedConnection) {
    this.manager = connection.manager;
  }

  /** All statements are synchronous, so nothing is pending. */
  takeSent(): readonly Promise<unknown>[] {
    return [];
  }

  async commit(): Promise<void> {
    this.connection.run('COMMIT');
  }

  async rollBack(): Promise<void> {
    try {
      this.connection.run('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself.
    }
  }

  async release(): Promise<void> {}
}

/**
 * Connections reserved for readers and for `wereStored`, which must run while all other
 * transactions wait.
 */
const spareConnections = 3;

/** Transactions of PostgreSQL, side by side on several connections. */
export class ServerTransactions implements DatabaseTransactions {
  readonly atOnce = postgresConnections - spareConnections;

  constructor(private readonly dataSource: DataSource) {}

  async begin(): Promise<DatabaseTransaction> {
    const connection = await ServerConnection.take(this.dataSource);
    return new ServerTransaction(connection, connection.control('BEGIN'));
  }

  wereStored(events: readonly CommittedEvent[]): Promise<boolean> {
    return wereStored(this.dataSource, events);
  }

  /** All statements read the snapshot of the first one. */
  snapshot = <T>(read: (manager: EntityManager) => Promise<T>): Promise<T> =>
    this.dataSource.transaction('REPEATABLE READ', read);
}

class ServerTransaction implements DatabaseTransaction {
  private begun: Promise<unknown>[];

  constructor(
    private readonly connection: ServerConnection,
    begun: Promise<void>,
  ) {
    // Callers that await the promise get the rejection.
    begun.catch(() => undefined);
    this.begun = [begun];
  }

  get manager(): EntityManager {
    return this.connection.manager;
  }

  takeSent(): readonly Promise<unknown>[] {
    const { begun } = this;
    this.begun = [];
    return [...begun, ...this.connection.takeSent()];
  }

  /** Sent behind all earlier statements; if one of them failed, the server rolls back. */
  async commit(): Promise<void> {
    const answers = [...this.takeSent(), this.connection.control('COMMIT')];
    await Promise.allSettled(answers);
    await Promise.all(answers);
  }

  async rollBack(): Promise<void> {
    await this.connection.control('ROLLBACK').catch(() => undefined);
  }

  release(): Promise<void> {
    return this.connection.release();
  }
}

/** Interval of trying to reach the database, ms. */
const retryMs = 500;

/** Locks the row that a transaction in the act of numbering holds. */
const awaitNumbering = new Statement('UPDATE event_counter SET last = last WHERE id = 1');

/**
 * True if a transaction with an unanswered commit took effect: its events then have their numbers,
 * which otherwise are unused or belong to others. Retries until the database answers.
 */
async function wereStored(
  dataSource: DataSource,
  events: readonly CommittedEvent[],
): Promise<boolean> {
  for (;;) {
    try {
      return await look(dataSource, events);
    } catch (thrown) {
      if (!isStoreFailure(thrown)) throw thrown;
      await pause(retryMs);
    }
  }
}

function look(dataSource: DataSource, events: readonly CommittedEvent[]): Promise<boolean> {
  return dataSource.transaction(async (manager) => {
    await awaitNumbering.run(manager, []);
    const [first] = events;
    if (first === undefined) return false;
    const row = await manager.findOneBy(EventEntity, { seq: first.seq });
    return row?.payloadJson === serialize(first);
  });
}
