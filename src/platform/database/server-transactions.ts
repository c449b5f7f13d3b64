import type { DataSource, EntityManager } from 'typeorm';
import type { CommittedEvent } from '../events/drafts.js';
import { postgresConnections } from './data-source.js';
import type { DatabaseTransaction, DatabaseTransactions } from './database-transactions.js';
import { ServerConnection } from './server-connection.js';
import { wereStored } from './were-stored.js';

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
