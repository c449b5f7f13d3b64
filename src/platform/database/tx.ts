import type { EntityManager } from 'typeorm';
import type { EventDraft } from '../events/drafts.js';

declare const lock: unique symbol;

/**
 * A value that its transaction has read and locked until it ends. Changes are computed from such
 * values only, never from a projection, which may lag behind.
 */
export type Locked<T> = T & { readonly [lock]: true };

/** Events computed after all other work of the transaction. */
type LateDrafts = () => Promise<readonly EventDraft[]>;

/** Events that depend on a row of their own transaction. */
export class LateEvents {
  drafts: readonly EventDraft[] = [];

  constructor(
    /** Name of the row to lock. */
    readonly row: string,
    private readonly compute: LateDrafts,
  ) {}

  async complete(): Promise<void> {
    this.drafts = await this.compute();
  }
}

/**
 * A transaction in progress. Published events are numbered and stored in the same commit and
 * announced after it; a rollback leaves no trace.
 */
export class Tx {
  private readonly published: (EventDraft | LateEvents)[] = [];
  private readonly callbacks: (() => void)[] = [];

  private concluded: { readonly answer: unknown } | null = null;

  constructor(
    readonly manager: EntityManager,
    /** Time of its events. */
    readonly at: number,
  ) {}

  /** Sets the answer of the command that this transaction belongs to. */
  conclude(answer: unknown): void {
    this.concluded = { answer };
  }

  /** Null: the transaction does not answer the command. */
  get conclusion(): { readonly answer: unknown } | null {
    return this.concluded;
  }

  publish(...drafts: readonly EventDraft[]): void {
    this.published.push(...drafts);
  }

  /**
   * Publishes, at this position, events that depend on a row of this transaction. The row is
   * changed after all other work, in the order of the rows' names: contended rows are locked
   * briefly, and always in the same order.
   * @param row names the row; drafts of one row are computed one after another
   */
  publishLate(row: string, drafts: LateDrafts): void {
    this.published.push(new LateEvents(row, drafts));
  }

  /** Called after the commit and before the events are announced; must not throw. */
  afterCommit(callback: () => void): void {
    this.callbacks.push(callback);
  }

  /** Events to complete before `drafts` is read. */
  get late(): readonly LateEvents[] {
    return this.published.filter((each) => each instanceof LateEvents);
  }

  /** All events, in order. */
  get drafts(): readonly EventDraft[] {
    return this.published.flatMap((each) => (each instanceof LateEvents ? each.drafts : [each]));
  }

  /** True if an event reports a change, not only a line of the log. */
  get changesSomething(): boolean {
    const tells = this.published.some((each) => each instanceof LateEvents || each.type !== 'log');
    return tells || this.concluded !== null;
  }

  /** To be called once by `TransactionQueue`, after the commit. */
  committed(): void {
    for (const callback of this.callbacks) callback();
  }
}

/** A snapshot of the store after one event, from which state is built. */
export class Rows {
  constructor(
    readonly manager: EntityManager,
    /** Number of the last event contained in the rows. */
    readonly seq: number,
  ) {}
}
