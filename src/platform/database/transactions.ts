import { Injectable } from '@nestjs/common';
import pLimit, { type LimitFunction } from 'p-limit';
import { DataSource, type QueryRunner } from 'typeorm';
import { Clock } from '../clock.js';
import { EventBus } from '../events/event-bus.js';
import { numberAndStore } from '../events/number-events.js';
import type { ServerEvent } from '../../protocol/events.js';
import { pause } from '../process/pause.js';
import { Breather } from './breather.js';
import { postgresConnections } from './data-source.js';
import { isLocked, isStoreFailure } from './store-failure.js';
import { Tx } from './tx.js';
import { wereStored } from './were-stored.js';

/** How long a transaction waits, from when it is asked for, while another program locks the file. */
const lockPatienceMs = 5000;
/** Between two looks at the lock. The event loop goes on meanwhile, as it would not in the driver. */
const lockLookMs = 20;
/**
 * Connections that transactions leave to others: to readers, and to the one that finds out whether a
 * commit took effect while all the rest wait for it.
 */
const spareConnections = 3;

/**
 * Every write of the service goes through here: state and the events that tell of it in one
 * commit, the announcement after it (architecture.md, ideas 3 and 4).
 *
 * SQLite has one connection, so its transactions run one after another. PostgreSQL runs them side
 * by side up to the moment they number their events; from there to the announcement they queue, so
 * that listeners hear events in the order of their numbers.
 */
@Injectable()
export class Transactions {
  private readonly admitted: LimitFunction;
  private readonly numbering = pLimit(1);
  private readonly breather = new Breather();
  private readonly embedded: boolean;

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: EventBus,
    private readonly clock: Clock,
  ) {
    this.embedded = dataSource.options.type === 'better-sqlite3';
    this.admitted = pLimit(this.embedded ? 1 : postgresConnections - spareConnections);
  }

  /** Runs the work in a transaction. When it throws, nothing is stored and nothing announced. */
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const patientUntil = performance.now() + lockPatienceMs;
    return this.admitted(() =>
      this.embedded ? this.transactInTurn(work, patientUntil) : this.transact(work, patientUntil),
    );
  }

  private async transactInTurn<T>(work: (tx: Tx) => Promise<T>, patientUntil: number): Promise<T> {
    await this.breather.breathe();
    return this.transact(work, patientUntil);
  }

  private async transact<T>(work: (tx: Tx) => Promise<T>, patientUntil: number): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const tx = new Tx(this.embedded ? this.dataSource.manager : runner.manager);
    try {
      await this.begin(runner, patientUntil);
      const result = await this.workAndCommit(runner, tx, work);
      return result;
    } finally {
      if (!this.embedded) await runner.release();
    }
  }

  /**
   * IMMEDIATE: a deferred transaction that reads first would fail, not wait, when the lease keeper's
   * connection has written in between.
   */
  private async begin(runner: QueryRunner, patientUntil: number): Promise<void> {
    for (;;) {
      try {
        await runner.query(this.embedded ? 'BEGIN IMMEDIATE' : 'BEGIN');
        return;
      } catch (thrown) {
        if (!isLocked(thrown) || performance.now() > patientUntil) throw thrown;
        await pause(lockLookMs);
      }
    }
  }

  private async workAndCommit<T>(
    runner: QueryRunner,
    tx: Tx,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
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
    tx.committed();
    for (const event of events) this.bus.publish(event);
  }

  /**
   * A connection may break when the commit is done and not yet answered. Only the events tell then;
   * without any, what was stored is nothing that anybody waits to hear of.
   */
  private async commitForSure(runner: QueryRunner, events: readonly ServerEvent[]): Promise<void> {
    try {
      await runner.query('COMMIT');
    } catch (thrown) {
      const isUnknown = !this.embedded && isStoreFailure(thrown) && events.length > 0;
      if (!isUnknown || !(await wereStored(this.dataSource, events))) throw thrown;
    }
  }
}
