import pLimit from 'p-limit';
import type { DataSource, QueryRunner } from 'typeorm';
import type { ServerEvent } from '../../protocol/events.js';
import type { Clock } from '../clock.js';
import type { EventBus } from '../events/event-bus.js';
import { numberAndStore } from '../events/number-events.js';
import { postgresConnections } from './data-source.js';
import { isStoreFailure } from './store-failure.js';
import { tellCommitted, type TransactionMaker, type TransactionWork } from './transaction-work.js';
import { Tx } from './tx.js';
import { wereStored } from './were-stored.js';

/**
 * Connections that transactions leave to others: to readers, and to the one that finds out whether a
 * commit took effect while all the rest wait for it.
 */
const spareConnections = 3;

/**
 * Transactions of PostgreSQL. They run side by side up to the moment they number their events; from
 * there to the announcement they queue, so that listeners hear events in the order of their numbers.
 */
export class ServerTransactions implements TransactionMaker {
  private readonly admitted = pLimit(postgresConnections - spareConnections);
  private readonly numbering = pLimit(1);

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: EventBus,
    private readonly clock: Clock,
  ) {}

  run<T>(work: TransactionWork<T>): Promise<T> {
    return this.admitted(() => this.transact(work));
  }

  /** With connections side by side there is nothing to share. */
  share<T>(work: TransactionWork<T>): Promise<T> {
    return this.run(work);
  }

  private async transact<T>(work: TransactionWork<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.query('BEGIN');
      return await this.workAndCommit(runner, work);
    } finally {
      await runner.release();
    }
  }

  private async workAndCommit<T>(runner: QueryRunner, work: TransactionWork<T>): Promise<T> {
    const tx = new Tx(runner.manager);
    try {
      const result = await work(tx);
      await this.numbering(() => this.commit(runner, tx));
      return result;
    } catch (thrown) {
      await runner.query('ROLLBACK').catch(() => undefined);
      throw thrown;
    }
  }

  private async commit(runner: QueryRunner, tx: Tx): Promise<void> {
    const events = await numberAndStore(tx.manager, tx.published, this.clock.now());
    await this.commitForSure(runner, events);
    tellCommitted(this.bus, tx, events);
  }

  /**
   * A connection may break when the commit is done and not yet answered. Only the events tell then;
   * without any, what was stored is nothing that anybody waits to hear of.
   */
  private async commitForSure(runner: QueryRunner, events: readonly ServerEvent[]): Promise<void> {
    try {
      await runner.query('COMMIT');
    } catch (thrown) {
      const isUnknown = isStoreFailure(thrown) && events.length > 0;
      if (!isUnknown || !(await wereStored(this.dataSource, events))) throw thrown;
    }
  }
}
