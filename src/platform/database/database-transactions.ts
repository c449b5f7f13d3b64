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

/** A transaction that is open in the database. */
export interface DatabaseTransaction {
  readonly manager: EntityManager;
  /** Statements sent since the last call that nobody has awaited yet, in their order. */
  takeSent(): readonly Promise<unknown>[];
  /** Rejects when it did not take effect, or when nobody knows whether it did. */
  commit(): Promise<void>;
  /** Never throws. */
  rollBack(): Promise<void>;
  /** To be called last, however it ended. */
  release(): Promise<void>;
}

/** How one kind of database makes transactions; which of them share one, `TransactionQueue` decides. */
export interface DatabaseTransactions {
  /** How many may be open at once. */
  readonly atOnce: number;
  begin(): Promise<DatabaseTransaction>;
  /** Whether a commit that failed took effect nevertheless. */
  wereStored(events: readonly CommittedEvent[]): Promise<boolean>;
  /** Reads the store as it is between two commits; undefined: any transaction does. */
  readonly snapshot?: <T>(read: (manager: EntityManager) => Promise<T>) => Promise<T>;
}

/** How long a transaction waits for another program that locks the file. */
const lockTimeoutMs = 5000;
/** Between two looks at the lock. The event loop goes on meanwhile, as it would not in the driver. */
const lockLookMs = 20;

/** Transactions of SQLite, which has one connection. */
export class EmbeddedTransactions implements DatabaseTransactions {
  readonly atOnce = 1;

  constructor(private readonly connection: EmbeddedConnection) {}

  /**
   * IMMEDIATE: a deferred transaction that reads first would fail, not wait, when another program
   * that has the file open has written in between.
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

  /** A commit is answered before anything else can happen. */
  async wereStored(): Promise<boolean> {
    return false;
  }
}

class EmbeddedTransaction implements DatabaseTransaction {
  readonly manager: EntityManager;

  constructor(private readonly connection: EmbeddedConnection) {
    this.manager = connection.manager;
  }

  /** Every statement is answered at once. */
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
      // The store has rolled back by itself.
    }
  }

  async release(): Promise<void> {}
}

/**
 * Connections that transactions leave to others: to readers, and to the one that finds out whether a
 * commit took effect while all the rest wait for it.
 */
const spareConnections = 3;

/** Transactions of PostgreSQL, which has connections side by side. */
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

  /** All statements of the transaction see the store as the first one found it. */
  snapshot = <T>(read: (manager: EntityManager) => Promise<T>): Promise<T> =>
    this.dataSource.transaction('REPEATABLE READ', read);
}

class ServerTransaction implements DatabaseTransaction {
  private begun: Promise<unknown>[];

  constructor(
    private readonly connection: ServerConnection,
    begun: Promise<void>,
  ) {
    // Whoever takes it hears of its failure.
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

  /** Sent behind whatever was sent before it. Where that failed, the server rolls back. */
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

/** Between two tries to reach the database, ms. */
const retryMs = 500;

/** Whoever is still in the act of numbering holds this row. */
const awaitNumbering = new Statement('UPDATE event_counter SET last = last WHERE id = 1');

/**
 * Whether a transaction whose commit was never answered took effect: then its events stand under
 * their numbers, which otherwise are unused or those of another transaction. Asks until the
 * database answers, since nothing may be concluded from its silence.
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
