import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tx } from '../../platform/database/tx.js';
import { Ids } from '../../platform/ids.js';
import type { NewOutboxJob, OutboxEntry, OutboxHandler } from './outbox-job.js';
import { OutboxRepository } from './outbox.repository.js';

/**
 * Jobs outside the office. They are put in by the transaction that makes them due, and each is
 * carried out at least once, by whichever replica takes it.
 */
@Injectable()
export class Outbox {
  private readonly handlers = new Map<string, OutboxHandler>();
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly rows: OutboxRepository,
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly ids: Ids,
  ) {}

  /** Called in `onModuleInit`. */
  register(handler: OutboxHandler): void {
    this.handlers.set(handler.kind, handler);
  }

  handlerOf(kind: string): OutboxHandler | undefined {
    return this.handlers.get(kind);
  }

  /** Kinds that have a handler here. */
  get kinds(): readonly string[] {
    return [...this.handlers.keys()];
  }

  /** Puts a job in. False: its key has a job already, done or not. */
  async enqueue(tx: Tx, job: NewOutboxJob): Promise<boolean> {
    const isNew = await this.rows.insert(tx.manager, this.ids.next('job'), job);
    if (isNew) tx.afterCommit(() => this.wake());
    return isNew;
  }

  /** Jobs of a run, floor or trigger, the newest first. */
  ofSubject(subject: string, limit = 50): Promise<readonly OutboxEntry[]> {
    return this.rows.ofSubject(this.dataSource.manager, subject, limit);
  }

  byKey(key: string): Promise<OutboxEntry | null> {
    return this.rows.byKey(this.dataSource.manager, key);
  }

  /** Carries out an ended job again. False: it waits anyway, or is unknown. */
  tryAgain(id: string): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const isDue = await this.rows.tryAgain(tx.manager, id);
      if (isDue) tx.afterCommit(() => this.wake());
      return isDue;
    });
  }

  /** Makes jobs of a run, floor or trigger that wait after a failure due now. */
  async hurry(tx: Tx, subject: string): Promise<void> {
    await this.rows.hurry(tx.manager, subject);
    tx.afterCommit(() => this.wake());
  }

  /** Calls the listener when this process puts in a job. */
  onDue(listener: () => void): void {
    this.listeners.push(listener);
  }

  private wake(): void {
    for (const listener of this.listeners) listener();
  }
}
