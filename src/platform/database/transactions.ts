import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
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
 * Every write of the service goes through here: state and its events in one commit, the
 * announcement after it (docs/architecture.md, Five ideas).
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

  /** Transactions that nobody works on yet. */
  get waiting(): number {
    return this.queue.length;
  }

  /**
   * Runs the work in a transaction. When it throws, nothing is stored and nothing announced. It is done
   * again where it and another transaction waited for each other, so it has effects only through its
   * own. What it concludes is stored in it, where it is part of a command that is carried out once.
   */
  run<T>(work: TransactionWork<T>): Promise<T> {
    const command = currentCommand();
    if (command === undefined) return this.queue.run(work);
    return this.queue.run(async (tx) => {
      const result = await work(tx);
      if (tx.conclusion !== null) await command.record(tx, tx.conclusion.answer);
      return result;
    });
  }

  /**
   * The same for work that may share its commit with other such work that waits beside it
   * (docs/decisions/0007). It sees what those before it wrote, and projections do not yet: it reads the
   * transaction. It waits for nothing but the store, since others wait for it; on SQLite whoever reads
   * beside it would see what is not committed yet.
   */
  share<T>(work: TransactionWork<T>): Promise<T> {
    return this.queue.share(work);
  }

  /** Reads the store as it was after one event, whose number the rows carry. Changes nothing. */
  snapshot<T>(read: (rows: Rows) => Promise<T>): Promise<T> {
    return this.queue.snapshot(async (manager) =>
      read(new Rows(manager, await lastNumber(manager))),
    );
  }
}

/** A command that is carried out once: what it did is stored with what it did. */
interface OnceCommand {
  /** Stores what the transaction came to as the answer to the command, in this very transaction. */
  record(tx: Tx, value: unknown): Promise<void>;
}

const storage = new AsyncLocalStorage<OnceCommand>();

/** The command that the running code carries out; undefined for one that may be repeated. */
function currentCommand(): OnceCommand | undefined {
  return storage.getStore();
}

export function inCommand<T>(command: OnceCommand, act: () => T): T {
  return storage.run(command, act);
}
