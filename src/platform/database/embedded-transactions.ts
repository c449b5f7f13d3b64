import type { EntityManager } from 'typeorm';
import { pause } from '../process/pause.js';
import type { DatabaseTransaction, DatabaseTransactions } from './database-transactions.js';
import type { EmbeddedConnection } from './embedded-connection.js';
import { isLocked } from './store-failure.js';

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
