import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { currentAudited } from '../audit/audited-command.js';
import { Clock } from '../clock.js';
import { EventFeed } from '../events/event-feed.js';
import { lastNumber } from '../events/event-rows.js';
import { Observations } from '../telemetry/observations.js';
import { EmbeddedConnection } from './embedded-connection.js';
import { EmbeddedTransactions, ServerTransactions } from './database-transactions.js';
import type { TransactionWork } from './transaction-group.js';
import { TransactionQueue } from './transaction-queue.js';
import { Rows, type Tx } from './tx.js';

/**
 * The only way to write: state and its events in one commit, announced after it
 * (docs/architecture.md, Five ideas).
 */
@Injectable()
export class Transactions {
  private readonly queue: TransactionQueue;

  constructor(
    dataSource: DataSource,
    feed: EventFeed,
    clock: Clock,
    observations: Observations = new Observations(),
  ) {
    const embedded = EmbeddedConnection.of(dataSource);
    const database =
      embedded === null ? new ServerTransactions(dataSource) : new EmbeddedTransactions(embedded);
    this.queue = new TransactionQueue(database, { feed, clock, observations });
  }

  /** Number of transactions that have not started. */
  get waiting(): number {
    return this.queue.length;
  }

  /**
   * Runs the work in a transaction. If it throws, nothing is stored or announced. It is repeated
   * after a deadlock, so it must have no effects outside the transaction. Inside a command with an
   * id, the conclusion is stored in the same transaction, and its entry in the audit log.
   */
  run<T>(work: TransactionWork<T>): Promise<T> {
    const command = currentCommand();
    const audited = currentAudited();
    if (command === undefined && audited === undefined) return this.queue.run(work);
    return this.queue.run(async (tx) => {
      const result = await work(tx);
      if (tx.conclusion !== null) await command?.record(tx, tx.conclusion.answer);
      if (tx.changesSomething) await audited?.record(tx);
      return result;
    });
  }

  /**
   * The same for work that may share its commit with other waiting work (docs/decisions/0007). It
   * sees the writes of earlier members, which projections do not show yet: read from the
   * transaction. It must wait for nothing but the store, because others wait for it; on SQLite,
   * reads outside would see uncommitted data.
   */
  share<T>(work: TransactionWork<T>): Promise<T> {
    return this.queue.share(work);
  }

  /**
   * Reads a consistent snapshot of the store, with the number of its last event. Changes nothing.
   */
  snapshot<T>(read: (rows: Rows) => Promise<T>): Promise<T> {
    return this.queue.snapshot(async (manager) =>
      read(new Rows(manager, await lastNumber(manager))),
    );
  }
}

/** A command with an id, whose answer is stored together with its effects. */
interface OnceCommand {
  /** Stores the transaction's result as the command's answer, in the same transaction. */
  record(tx: Tx, value: unknown): Promise<void>;
}

const storage = new AsyncLocalStorage<OnceCommand>();

/** The command that the running code carries out; undefined if it has no id. */
function currentCommand(): OnceCommand | undefined {
  return storage.getStore();
}

export function inCommand<T>(command: OnceCommand, act: () => T): T {
  return storage.run(command, act);
}
