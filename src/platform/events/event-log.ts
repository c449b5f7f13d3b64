import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { DataSource, MoreThan } from 'typeorm';
import { EventBus } from './event-bus.js';
import { Transactions } from '../database/transactions.js';
import type { EventDraft } from './drafts.js';
import { EventCounterEntity, EventEntity } from './event.entity.js';

/** Rows of one page of a replay. */
const pageSize = 500;

/** A stored event: its number, its type and the frame as it was sent. */
export interface StoredEvent {
  readonly seq: number;
  readonly type: string;
  readonly payloadJson: string;
}

/** The numbered log of everything that happened, except what is only streamed (B5). */
@Injectable()
export class EventLog implements OnModuleInit, OnModuleDestroy {
  private announced = 0;
  private subscription: Subscription | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly bus: EventBus,
  ) {}

  async onModuleInit(): Promise<void> {
    this.subscription = this.bus.subscribe('event log', ({ seq = 0 }) => {
      this.announced = Math.max(this.announced, seq);
    });
    this.announced = Math.max(this.announced, await this.lastSeq());
  }

  onModuleDestroy(): void {
    this.subscription?.unsubscribe();
  }

  /** The number of the last event that was announced here; what a `hello` carries (D19). */
  get lastAnnounced(): number {
    return this.announced;
  }

  /** Stores and announces events that come with no other change. */
  append(...drafts: readonly EventDraft[]): Promise<void> {
    return this.transactions.run((tx) => {
      tx.publish(...drafts);
      return Promise.resolve();
    });
  }

  /** The last number given out; 0 before the first event. */
  async lastSeq(): Promise<number> {
    const counter = await this.dataSource.manager.findOneBy(EventCounterEntity, { id: 1 });
    return counter?.last ?? 0;
  }

  /** Whether a replay after this number would be complete: not pruned away, not from the future. */
  async reaches(seq: number): Promise<boolean> {
    const last = await this.lastSeq();
    if (seq > last || seq < 0) return false;
    if (seq === last) return true;
    const next = await this.dataSource.manager.findOne(EventEntity, {
      select: { seq: true },
      where: { seq: seq + 1 },
    });
    return next !== null;
  }

  /** Events after the number, oldest first, in pages. */
  async *after(seq: number): AsyncGenerator<readonly StoredEvent[]> {
    yield* this.pages(seq, {});
  }

  /** The events of one run, oldest first, in pages. */
  async *ofRun(runId: string): AsyncGenerator<readonly StoredEvent[]> {
    yield* this.pages(0, { runId });
  }

  private async *pages(
    seq: number,
    filter: { runId?: string },
  ): AsyncGenerator<readonly StoredEvent[]> {
    let from = seq;
    for (;;) {
      const rows = await this.dataSource.manager.find(EventEntity, {
        where: { ...filter, seq: MoreThan(from) },
        order: { seq: 'ASC' },
        take: pageSize,
      });
      if (rows.length > 0) yield rows;
      if (rows.length < pageSize) return;
      from = rows[rows.length - 1]?.seq ?? from;
    }
  }
}
