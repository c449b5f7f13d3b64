import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan } from 'typeorm';
import { Transactions } from '../database/transactions.js';
import type { EventDraft } from './drafts.js';
import { EventCounterEntity, EventEntity } from './event.entity.js';
import { isInternal } from './internal-events.js';

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
export class EventLog {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Stores and announces events that come with no other change. */
  append(...drafts: readonly EventDraft[]): Promise<void> {
    return this.transactions.share((tx) => {
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

  /** What clients were sent after the number, oldest first, in pages. */
  async *after(seq: number): AsyncGenerator<readonly StoredEvent[]> {
    yield* this.pages(seq, {});
  }

  /** What clients were sent of one run, oldest first, in pages. */
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
      const sent = rows.filter(({ type }) => !isInternal(type));
      if (sent.length > 0) yield sent;
      if (rows.length < pageSize) return;
      from = rows[rows.length - 1]?.seq ?? from;
    }
  }
}
