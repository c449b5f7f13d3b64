import type { DataSource, EntityManager } from 'typeorm';
import type { CommittedEvent } from '../events/drafts.js';
import { postgresConnections } from './data-source.js';
import type { DatabaseTransaction, DatabaseTransactions } from './database-transactions.js';
import { ServerConnection } from './server-connection.js';
import { wereStored } from './were-stored.js';

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
    // The rejection reaches whoever takes the promise.
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
