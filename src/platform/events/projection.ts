import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import type { Rows } from '../database/tx.js';
import { messageOf } from '../errors/error-text.js';
import type { CommittedEvent } from './drafts.js';
import type { Follower } from './event-feed.js';
import type { Projections } from './projections.js';

/** State with the number of the last event in it. */
interface Held<T> {
  readonly state: T;
  readonly seq: number;
}

/**
 * State in memory that follows the database: loaded from rows, then updated by committed events of
 * any process. After a service method resolves, projections of its process show its effect. Code
 * inside a transaction must read the transaction: projections lag behind it.
 */
export abstract class Projection<T> implements Follower, OnModuleInit, OnModuleDestroy {
  private latest: Held<T> | null = null;
  private reading: Promise<void> | null = null;
  /** Number of requested loads; a load that began before the last request is repeated. */
  private requestedReads = 0;
  /** Events since the load in progress began. */
  private meanwhile: CommittedEvent[] = [];

  constructor(private readonly projections: Projections) {
    projections.register(this);
  }

  /** Loads the state from rows. */
  protected abstract load(rows: Rows): Promise<T>;

  /**
   * The state after an event; the same object if the event does not concern it. Never changes the
   * given state.
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

  /** For events that carry too little: keeps the state until the rows have been read again. */
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
