import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../clock.js';
import { EventBus } from '../events/event-bus.js';
import { EmbeddedConnection } from './embedded-connection.js';
import { EmbeddedTransactions } from './embedded-transactions.js';
import { ServerTransactions } from './server-transactions.js';
import type { TransactionMaker, TransactionWork } from './transaction-work.js';

/**
 * Every write of the service goes through here: state and the events that tell of it in one
 * commit, the announcement after it (architecture.md, ideas 3 and 4).
 */
@Injectable()
export class Transactions {
  private readonly maker: TransactionMaker;

  constructor(dataSource: DataSource, bus: EventBus, clock: Clock) {
    const embedded = EmbeddedConnection.of(dataSource);
    this.maker =
      embedded === null
        ? new ServerTransactions(dataSource, bus, clock)
        : new EmbeddedTransactions(dataSource, embedded, bus, clock);
  }

  /** Runs the work in a transaction. When it throws, nothing is stored and nothing announced. */
  run<T>(work: TransactionWork<T>): Promise<T> {
    return this.maker.run(work);
  }

  /**
   * The same for work that may share its commit with other such work that waits beside it
   * (docs/adr/0007). It may be done again after a rollback, so it has effects only through its
   * transaction. It sees what those before it wrote, though not yet what becomes true in memory with
   * their commit: what it needs of that it finds through `Tx.before`. It waits for nothing but the
   * store: on SQLite whoever reads beside it would see what is not committed yet.
   */
  share<T>(work: TransactionWork<T>): Promise<T> {
    return this.maker.share(work);
  }
}
