import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Transactions } from '../database/transactions.js';
import type { EventDraft } from './drafts.js';
import { EventCounterEntity, EventEntity } from './event.entity.js';
import { type EventRange, eventSizes, readEventPage } from './event-rows.js';

/** Rows whose sizes are read at once. */
const rowsMeasured = 2000;

/** A stored event: its number, type and frame as sent. */
export interface StoredEvent {
  readonly seq: number;
  readonly type: string;
  readonly payloadJson: string;
}

/** The numbered log of all events except those that are only streamed. */
@Injectable()
export class EventLog {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Stores and announces events without any other change. */
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

  /** True if a replay after this number would be complete: not pruned, not in the future. */
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

  /** Bytes after the number, as running totals, one per portion read. */
  async *bytesAfter(seq: number): AsyncGenerator<number> {
    let from: number | undefined = seq;
    let total = 0;
    while (from !== undefined) {
      const { manager } = this.dataSource;
      const sizes = await eventSizes(manager, { after: from, sentOnly: true }, rowsMeasured);
      total = sizes.reduce((sum, { bytes }) => sum + bytes, total);
      yield total;
      from = sizes.length < rowsMeasured ? undefined : sizes.at(-1)?.seq;
    }
  }

  /** Events for clients after the number, oldest first, in pages. */
  after(seq: number): AsyncIterableIterator<readonly StoredEvent[]> {
    return this.pages({ after: seq }, (from) => this.requireKept(from));
  }

  /** Events for clients of one run, oldest first, in pages. */
  ofRun(runId: string): AsyncIterableIterator<readonly StoredEvent[]> {
    return this.pages({ after: 0, runId });
  }

  private async requireKept(seq: number): Promise<void> {
    if (!(await this.reaches(seq))) throw new Error(`the events after ${seq} were deleted`);
  }

  /** Not a generator, because a suspended one keeps its page's rows in memory. */
  private pages(
    range: EventRange,
    afterReading?: (from: number) => Promise<void>,
  ): AsyncIterableIterator<readonly StoredEvent[]> {
    let after: number | undefined = range.after;
    const next = async (): Promise<IteratorResult<readonly StoredEvent[], undefined>> => {
      if (after === undefined) return { done: true, value: undefined };
      const { manager } = this.dataSource;
      const { rows, isLast } = await readEventPage(manager, { ...range, after, sentOnly: true });
      if (rows.length === 0) return { done: true, value: undefined };
      await afterReading?.(after);
      after = isLast ? undefined : rows.at(-1)?.seq;
      return { done: false, value: rows };
    };
    return {
      next,
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }
}
