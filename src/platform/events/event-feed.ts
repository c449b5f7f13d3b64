import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, MoreThan } from 'typeorm';
import { isStoreFailure } from '../database/store-failure.js';
import { pause } from '../process/pause.js';
import type { CommittedEvent } from './drafts.js';
import { EventBus } from './event-bus.js';
import { EventEntity } from './event.entity.js';
import { lastNumber } from './number-events.js';
import { restore } from './serialize.js';

/** Rows read at once when events have to be looked up. */
const pageSize = 500;
/** Between two tries to reach the database, ms. */
const retryMs = 500;

/** State that is kept current by events. */
export interface Follower {
  /** Takes events in, in the order of their numbers; must not throw. */
  follow(events: readonly CommittedEvent[]): void;
  /** Builds itself anew from the database: events before the next ones are gone. */
  reload(): Promise<void>;
}

/**
 * Committed events in the order of their numbers, whoever committed them, each exactly once: first
 * to the projections, then to the listeners of the bus. What is missing between two events is read
 * from the log. In the process that committed, and with nothing missing, delivery is synchronous.
 */
@Injectable()
export class EventFeed implements OnModuleInit {
  private position: number | null = null;
  private readonly waiting = new Map<number, CommittedEvent>();
  private readonly followers: Follower[] = [];
  private filling: Promise<void> | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: EventBus,
  ) {}

  async onModuleInit(): Promise<void> {
    const last = await lastNumber(this.dataSource.manager);
    this.position ??= last;
  }

  /** The number of the last event that was delivered here; what a `hello` carries (D19). */
  get last(): number {
    return this.position ?? 0;
  }

  /** To be called once by each projection. */
  register(follower: Follower): void {
    this.followers.push(follower);
  }

  /**
   * Takes committed events from this process or another one, in any order and any number of times.
   * A promise: events before them have to be read first; it resolves when these are delivered.
   */
  receive(events: readonly CommittedEvent[]): void | Promise<void> {
    const [first] = events;
    if (first === undefined) return;
    const position = (this.position ??= first.seq - 1);
    for (const event of events) if (event.seq > position) this.waiting.set(event.seq, event);
    this.deliverReady();
    if (this.waiting.size > 0) return this.catchUp();
  }

  /** Delivers what is in the log and was not delivered yet. Waits while the database is away. */
  catchUp(): Promise<void> {
    return (this.filling ??= this.fill().finally(() => (this.filling = null)));
  }

  private async fill(): Promise<void> {
    for (;;) {
      const page = await this.readOn();
      for (const row of page) this.take(row);
      if (this.waiting.size > 0) await this.skipPruned();
      this.deliverReady();
      if (page.length < pageSize && this.waiting.size === 0) return;
    }
  }

  /** It may have been delivered while the log was read. */
  private take({ seq, payloadJson }: EventEntity): void {
    if (seq > this.last && !this.waiting.has(seq)) this.waiting.set(seq, restore(payloadJson));
  }

  private async readOn(): Promise<readonly EventEntity[]> {
    for (;;) {
      try {
        return await this.dataSource.manager.find(EventEntity, {
          where: { seq: MoreThan(this.last) },
          order: { seq: 'ASC' },
          take: pageSize,
        });
      } catch (thrown) {
        if (!isStoreFailure(thrown)) throw thrown;
        await pause(retryMs);
      }
    }
  }

  /** Events that were deleted for their age are made up for by reading the state itself. */
  private async skipPruned(): Promise<void> {
    const first = Math.min(...this.waiting.keys());
    if (first <= this.last + 1) return;
    this.position = first - 1;
    await Promise.all(this.followers.map((follower) => follower.reload()));
  }

  private deliverReady(): void {
    const ready: CommittedEvent[] = [];
    let next = this.last + 1;
    for (let event = this.waiting.get(next); event; event = this.waiting.get(next)) {
      ready.push(event);
      this.waiting.delete(next);
      next += 1;
    }
    if (ready.length === 0) return;
    this.position = next - 1;
    for (const follower of this.followers) follower.follow(ready);
    for (const event of ready) this.bus.publish(event);
  }
}
