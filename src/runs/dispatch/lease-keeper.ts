import { Injectable, type OnModuleInit } from '@nestjs/common';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { Worker } from 'node:worker_threads';
import { DataSource } from 'typeorm';
import { Clock } from '../../platform/clock.js';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { OpenedDatabase } from '../../platform/database/opened-database.js';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/office-error.js';
import { Ids } from '../../platform/ids.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { workerEntry } from '../../platform/process/worker-entry.js';
import { LeaseHoldersRepository } from '../persistence/lease-holders.repository.js';
import type { LeaseKeeperOrders } from './lease-keeper.worker.js';

/** A lease that only this process can see never runs out. */
const never = Number.MAX_SAFE_INTEGER;

/**
 * Keeps this process's leases from running out. It renews them from a thread of its own, on a
 * connection of its own, so that whatever blocks the event loop cannot lose a run.
 */
@Injectable()
export class LeaseKeeper implements OnModuleInit {
  /** Names this process in the leases it holds. */
  readonly owner: string;
  readonly ttlMs: number;
  /** No other process can have this database open, so a lease of an earlier one is free at once. */
  readonly exclusive: boolean;

  private readonly log: ScopedLogger;
  private readonly orders: LeaseKeeperOrders | null;
  private worker: Worker | undefined;
  private retired = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly holders: LeaseHoldersRepository,
    private readonly clock: Clock,
    config: OfficeConfig,
    opened: OpenedDatabase,
    ids: Ids,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
    this.owner = `${hostname()}-${process.pid}-${ids.next('office')}`;
    this.ttlMs = config.leaseMs;
    this.exclusive = opened.dataSource.options.type === 'better-sqlite3';
    this.orders = ordersFor(opened.dataSource, this.owner, this.ttlMs);
  }

  /** Takes its place among those who hold leases, before anything can be claimed. */
  async onModuleInit(): Promise<void> {
    await this.transactions.run(async (tx) => {
      const now = this.clock.now();
      if (this.exclusive) await this.holders.forgetAll(tx);
      else await this.holders.forgetExpired(tx, now);
      await this.holders.renew(tx, this.owner, this.orders === null ? never : now + this.ttlMs);
    });
    if (this.orders !== null) await this.startRenewal(this.orders);
  }

  /** Gives every lease back at once, so that the next process continues without waiting. */
  async retire(): Promise<void> {
    this.retired = true;
    await this.worker?.terminate();
    try {
      await this.transactions.run((tx) => this.holders.forget(tx, this.owner));
    } catch (thrown) {
      this.log.warn(`leases could not be given back and will run out: ${messageOf(thrown)}`);
    }
  }

  private async startRenewal(orders: LeaseKeeperOrders): Promise<void> {
    const worker = new Worker(workerEntry(import.meta.url, './lease-keeper.worker'), {
      workerData: orders,
    });
    this.worker = worker;
    worker.unref();
    worker.on('message', (problem: string) =>
      this.log.warn(`leases could not be renewed: ${problem}`),
    );
    worker.on('error', (error) => this.restartRenewal(orders, error));
    await once(worker, 'online');
  }

  /** A thread that broke is replaced at the pace of renewal, so that a lasting fault is no storm. */
  private restartRenewal(orders: LeaseKeeperOrders, error: Error): void {
    this.log.error(`lease renewal broke off and starts again: ${error.message}`, error);
    const start = (): void =>
      void (this.retired || this.startRenewal(orders).catch(() => undefined));
    setTimeout(start, this.ttlMs / 3).unref();
  }
}

/** Null: the database is in memory and needs no renewal. */
function ordersFor(dataSource: DataSource, owner: string, ttlMs: number): LeaseKeeperOrders | null {
  const { options } = dataSource;
  if (options.type === 'postgres')
    return { kind: 'postgres', url: options.url ?? '', owner, ttlMs };
  if (options.type !== 'better-sqlite3' || options.database === ':memory:') return null;
  return { kind: 'sqlite', path: options.database, owner, ttlMs };
}
