import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import type { Rows } from '../database/tx.js';
import { messageOf } from '../errors/error-text.js';
import type { CommittedEvent } from './drafts.js';
import type { Follower } from './event-feed.js';
import type { Projections } from './projections.js';

/** State, and the number of the last event in it. */
interface Held<T> {
  readonly state: T;
  readonly seq: number;
}

/**
 * State in memory that follows the database: loaded from rows, then moved on by committed events
 * only, whoever committed them. After a service method has resolved, the projections of its process
 * show what it did. Code inside a transaction reads the transaction: a projection is behind it.
 */
export abstract class Projection<T> implements Follower, OnModuleInit, OnModuleDestroy {
  private latest: Held<T> | null = null;
  private reading: Promise<void> | null = null;
  /** Number of requested reads; a read that began before the last request is repeated. */
  private requestedReads = 0;
  /** Events since the reading that is under way began. */
  private meanwhile: CommittedEvent[] = [];

  constructor(private readonly projections: Projections) {
    projections.register(this);
  }

  /** The state according to the rows. */
  protected abstract load(rows: Rows): Promise<T>;

  /**
   * The state after an event; the same object when the event does not concern it. State that is
   * handed out is not changed in place.
   */
  protected abstract apply(state: T, event: CommittedEvent): T;

  async onModuleInit(): Promise<void> {
    if (this.latest === null) await this.reload();
  }

  async onModuleDestroy(): Promise<void> {
    await this.reading?.catch(() => undefined);
  }

  protected get state(): T {
    if (this.latest === null) throw new Error(`${this.constructor.name} is not loaded yet`);
    return this.latest.state;
  }

  follow(events: readonly CommittedEvent[]): void {
    if (this.reading !== null) this.meanwhile.push(...events);
    if (this.latest !== null) this.latest = this.after(this.latest, events);
  }

  reload(): Promise<void> {
    this.requestedReads += 1;
    this.reading ??= this.read().finally(() => (this.reading = null));
    return this.reading;
  }

  /** For events that carry too little: the state stays as it is until the rows were read. */
  protected reloadLater(): void {
    this.reload().catch((thrown: unknown) =>
      this.projections.log.warn(
        `${this.constructor.name} could not be read again: ${messageOf(thrown)}`,
      ),
    );
  }

  private async read(): Promise<void> {
    let servedRequest: number;
    do {
      servedRequest = this.requestedReads;
      this.meanwhile = [];
      const read = await this.projections.snapshot(async (rows) => ({
        state: await this.load(rows),
        seq: rows.seq,
      }));
      this.latest = this.after(read, this.meanwhile);
    } while (servedRequest !== this.requestedReads);
    this.meanwhile = [];
  }

  private after(latest: Held<T>, events: readonly CommittedEvent[]): Held<T> {
    let { state, seq } = latest;
    for (const event of events) {
      if (event.seq <= seq) continue;
      state = this.applySafely(state, event);
      seq = event.seq;
    }
    return { state, seq };
  }

  private applySafely(state: T, event: CommittedEvent): T {
    try {
      return this.apply(state, event);
    } catch (thrown) {
      this.projections.log.error(
        `${this.constructor.name} failed on ${event.type}: ${messageOf(thrown)}`,
        thrown,
      );
      return state;
    }
  }
}
