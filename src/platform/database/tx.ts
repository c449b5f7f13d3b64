import type { EntityManager } from 'typeorm';
import type { EventDraft } from '../events/drafts.js';

declare const lock: unique symbol;

/**
 * What a transaction read and holds locked until it ends. A change is made from such a value only,
 * never from what a projection shows, which may be behind.
 */
export type Locked<T> = T & { readonly [lock]: true };

/** Events that are computed when the work is done. */
type LateDrafts = () => Promise<readonly EventDraft[]>;

/** Events that a row of their own transaction completes. */
export class LateEvents {
  drafts: readonly EventDraft[] = [];

  constructor(
    /** Names the row that is locked. */
    readonly row: string,
    private readonly compute: LateDrafts,
  ) {}

  async complete(): Promise<void> {
    this.drafts = await this.compute();
  }
}

/**
 * One transaction in progress. What is published through it is numbered and stored in the same
 * commit, and announced after it; on a rollback nothing of it ever existed.
 */
export class Tx {
  private readonly published: (EventDraft | LateEvents)[] = [];
  private readonly callbacks: (() => void)[] = [];

  private concluded: { readonly answer: unknown } | null = null;

  constructor(readonly manager: EntityManager) {}

  /** What the command that this transaction is part of comes to with it. */
  conclude(answer: unknown): void {
    this.concluded = { answer };
  }

  /** Null: it is no more than a step on the way. */
  get conclusion(): { readonly answer: unknown } | null {
    return this.concluded;
  }

  publish(...drafts: readonly EventDraft[]): void {
    this.published.push(...drafts);
  }

  /**
   * Publishes, in this place, events that a row of this very transaction completes. The row is changed
   * when all other work is done, in the order of the rows' names: rows that many transactions change
   * are locked for a short time, and by all of them in the same order.
   * @param row names the row; what is published of one row is computed one after another
   */
  publishLate(row: string, drafts: LateDrafts): void {
    this.published.push(new LateEvents(row, drafts));
  }

  /** Runs after the commit and before the events are announced; it must not throw. */
  afterCommit(callback: () => void): void {
    this.callbacks.push(callback);
  }

  /** Events that have to be completed before `drafts` is read. */
  get late(): readonly LateEvents[] {
    return this.published.filter((each) => each instanceof LateEvents);
  }

  /** Every event, in order. */
  get drafts(): readonly EventDraft[] {
    return this.published.flatMap((each) => (each instanceof LateEvents ? each.drafts : [each]));
  }

  /** Called by `TransactionQueue` once, after the commit. */
  committed(): void {
    for (const callback of this.callbacks) callback();
  }
}

/** The store as it was after one event, for whoever builds state from it. */
export class Rows {
  constructor(
    readonly manager: EntityManager,
    /** The number of the last event in the rows. */
    readonly seq: number,
  ) {}
}
