import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ServerEvent } from '../../protocol/events.js';
import { isStoreFailure } from '../database/store-failure.js';
import { pause } from '../process/pause.js';
import type { CommittedEvent } from './drafts.js';
import { EventBus } from './event-bus.js';
import type { EventEntity } from './event.entity.js';
import { type EventPage, lastNumber, readEventPage } from './event-rows.js';
import { restore } from './serialize.js';
import { StreamedPieces } from './streamed-pieces.js';

/** Between two tries to reach the database, ms. */
const retryMs = 500;
/** How long a missing event may be on its way from another replica before the log is read, ms. */
const onItsWayMs = 10;
/** Events that wait for a missing one; more are left to the log. */
const mostWaiting = 10_000;

/** Stands for this process among those that stream. */
const here = '';

/** State that is kept current by events. */
export interface Follower {
  /** Takes events in, in the order of their numbers; must not throw. */
  follow(events: readonly CommittedEvent[]): void;
  /** Builds itself anew from the database: events before the next ones are gone. */
  reload(): Promise<void>;
}

/** The way to the other replicas of a fleet. None of it may throw or wait. */
export interface OtherReplicas {
  /** Whether what the others commit is heard of at once. */
  readonly heard: boolean;
  /** This process has committed these. */
  committed(events: readonly CommittedEvent[]): void;
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
  private readonly pieces = new StreamedPieces();
  private readonly followers: Follower[] = [];
  private others: OtherReplicas | null = null;
  private filling: Promise<void> | null = null;
  private fillingNext: Promise<void> | null = null;
  private awaiting: Promise<void> | null = null;
  /** Called when nothing waits for a missing event any more. */
  private whole: () => void = () => undefined;
  /** An event was left to the log since that was read. */
  private leftOut = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: EventBus,
  ) {}

  async onModuleInit(): Promise<void> {
    const last = await lastNumber(this.dataSource.manager);
    this.position ??= last;
  }

  /** The number of the last event that was delivered here; what a `hello` carries. */
  get last(): number {
    return this.position ?? 0;
  }

  /** Whether this process hears at once what other replicas commit. */
  get hearsOthers(): boolean {
    return this.others?.heard === true;
  }

  /** To be called once by each projection. */
  register(follower: Follower): void {
    this.followers.push(follower);
  }

  /** From now on the other replicas are told of what this process commits. */
  tell(others: OtherReplicas): void {
    this.others = others;
  }

  /** Takes events that this process has committed, and tells the other replicas. As `receive`. */
  committed(events: readonly CommittedEvent[]): void | Promise<void> {
    this.others?.committed(events);
    return this.receive(events);
  }

  /**
   * Takes committed events from this process or another one, in any order and any number of times.
   * A promise: events before them have to be read first; it resolves when these are delivered.
   */
  receive(events: readonly CommittedEvent[]): void | Promise<void> {
    const [first] = events;
    if (first === undefined) return;
    this.position ??= first.seq - 1;
    for (const event of events) this.keep(event);
    this.deliverReady();
    const last = events.at(-1)?.seq ?? 0;
    if (this.waiting.size > 0 || this.last < last) {
      const filled = this.fillHole();
      if (this.last < last) return filled;
      filled.catch(() => undefined);
    }
  }

  /**
   * Takes what another replica streams, which is not stored.
   * @param after the number of the last event that was delivered there before it
   */
  receiveStreamed(heard: ServerEvent, after: number, from: string): void {
    for (const piece of this.pieces.continued(heard, from)) {
      if (after > this.last) this.pieces.keep(piece, after);
      else if (!this.pieces.isLate(piece)) this.bus.publish(piece);
    }
  }

  /** What this process streams, as it is announced here and told to the others. */
  streams(piece: ServerEvent): readonly ServerEvent[] {
    return this.pieces.continued(piece, here);
  }

  /**
   * Delivers all that had been committed when it was called. Waits while the database is away. A
   * reading that is under way may have missed some of that, so another one follows it.
   */
  catchUp(): Promise<void> {
    if (this.filling === null) return this.beginFilling();
    this.fillingNext ??= this.filling
      .catch(() => undefined)
      .then(() => {
        this.fillingNext = null;
        return this.filling ?? this.beginFilling();
      });
    return this.fillingNext;
  }

  private beginFilling(): Promise<void> {
    this.filling = this.fill().finally(() => (this.filling = null));
    return this.filling;
  }

  private keep(event: CommittedEvent): void {
    if (event.seq <= this.last) return;
    const isNext = event.seq === this.last + 1;
    if (this.waiting.size < mostWaiting || isNext) this.waiting.set(event.seq, event);
    else this.leftOut = true;
  }

  /** What is missing was committed before and mostly is on its way; the log is read otherwise. */
  private fillHole(): Promise<void> {
    if (!this.hearsOthers) return this.catchUp();
    this.awaiting ??= this.awaitOthers().finally(() => (this.awaiting = null));
    return this.awaiting;
  }

  private async awaitOthers(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.whole = resolve;
    await Promise.race([promise, pause(onItsWayMs)]);
    if (this.waiting.size > 0 || this.leftOut) await this.catchUp();
  }

  private async fill(): Promise<void> {
    for (;;) {
      this.leftOut = false;
      const known = this.firstWaiting();
      const { rows, isLast } = await this.readOn();
      for (const row of rows) this.take(row);
      const lastRead = rows.at(-1)?.seq ?? 0;
      await this.skipPruned(isLast ? Math.max(known, lastRead) : lastRead);
      this.deliverReady();
      if (isLast && this.waiting.size === 0 && !this.leftOut) return;
    }
  }

  /** It may have been delivered while the log was read. */
  private take({ seq, payloadJson }: EventEntity): void {
    if (seq > this.last && !this.waiting.has(seq)) this.waiting.set(seq, restore(payloadJson));
  }

  private async readOn(): Promise<EventPage> {
    for (;;) {
      try {
        return await readEventPage(this.dataSource.manager, { after: this.last });
      } catch (thrown) {
        if (!isStoreFailure(thrown)) throw thrown;
        await pause(retryMs);
      }
    }
  }

  /** The number of the first event that waits; 0: none does. */
  private firstWaiting(): number {
    return this.waiting.size === 0 ? 0 : Math.min(...this.waiting.keys());
  }

  /**
   * Events that were deleted for their age are made up for by reading the state itself.
   * @param readTo the log was read up to this number; what is missing behind it may have been
   *   committed since
   */
  private async skipPruned(readTo: number): Promise<void> {
    const first = this.firstWaiting();
    if (first <= this.last + 1 || first > readTo) return;
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
    for (const event of ready) {
      this.bus.publish(event);
      for (const piece of this.pieces.takeAfter(event)) this.bus.publish(piece);
    }
    if (this.waiting.size === 0) this.whole();
  }
}
