import type { EntityManager } from 'typeorm';
import { pause } from '../process/pause.js';
import type { DatabaseTransaction, DatabaseTransactions } from './database-transactions.js';
import type { EmbeddedConnection } from './embedded-connection.js';
import { isLocked } from './store-failure.js';

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
