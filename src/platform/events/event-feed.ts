import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ServerEvent } from '../../protocol/events.js';
import { isStoreFailure } from '../database/store-failure.js';
import { pause } from '../process/pause.js';
import { within } from '../process/within.js';
import type { CommittedEvent } from './drafts.js';
import { EventBus } from './event-bus.js';
import type { EventEntity } from './event.entity.js';
import { type EventPage, lastNumber, readEventPage } from './event-rows.js';
import { restore } from './serialize.js';
import { StreamedPieces } from './streamed-pieces.js';

/** Interval of trying to reach the database, ms. */
const retryMs = 500;
/** Longest wait of a start for what other processes have committed meanwhile, ms. */
const startMs = 2000;
/** How long a missing event may be in transit from another replica before the log is read, ms. */
const onItsWayMs = 10;
/** Events kept while one is missing; more are read from the log later. */
const mostWaiting = 10_000;

/** Name of this process among those that stream. */
const here = '';

/** State that is kept current by events. */
export interface Follower {
  /** Receives events in the order of their numbers; must not throw. */
  follow(events: readonly CommittedEvent[]): void;
  /** Rebuilds itself from the database, because events before the next ones are gone. */
  reload(): Promise<void>;
}

/** The connection to other replicas; its methods neither throw nor wait. */
export interface OtherReplicas {
  /** True if commits of other replicas are received immediately. */
  readonly isReceiving: boolean;
  /** Sends events that this process has committed. */
  committed(events: readonly CommittedEvent[]): void;
}

/**
 * Delivers committed events of all processes in the order of their numbers, each exactly once:
 * first to projections, then to listeners of the bus. Gaps are read from the log. In the committing
 * process, without gaps, delivery is synchronous.
 */
@Injectable()
export class EventFeed implements OnModuleInit, OnApplicationBootstrap {
  private position: number | null = null;
  private readonly waiting = new Map<number, CommittedEvent>();
  private readonly pieces = new StreamedPieces();
  private readonly followers: Follower[] = [];
  private others: OtherReplicas | null = null;
  private filling: Promise<void> | null = null;
  private fillingNext: Promise<void> | null = null;
  private awaiting: Promise<void> | null = null;
  /** Called when no event waits for a missing one any more. */
  private whole: () => void = () => undefined;
  /** True: an event was dropped for later reading from the log. */
  private leftOut = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: EventBus,
  ) {}

  async onModuleInit(): Promise<void> {
    const last = await lastNumber(this.dataSource.manager);
    this.position ??= last;
  }

  /** Projections were loaded after the position was read: no socket gets a state ahead of its number. */
  async onApplicationBootstrap(): Promise<void> {
    await within(startMs, this.catchUp());
  }

  /** Number of the last event delivered here; sent in `hello`. */
  get last(): number {
    return this.position ?? 0;
  }

  /** True if this process receives commits of other replicas immediately. */
  get receivesOthers(): boolean {
    return this.others?.isReceiving === true;
  }

  /** To be called once by each projection. */
  register(follower: Follower): void {
    this.followers.push(follower);
  }

  /** Connects the other replicas, which get the commits of this process from now on. */
  connect(others: OtherReplicas): void {
    this.others = others;
  }

  /**
   * Delivers events committed by this process and sends them to the other replicas. Result as of
   * `receive`.
   */
  committed(events: readonly CommittedEvent[]): void | Promise<void> {
    this.others?.committed(events);
    return this.receive(events);
  }

  /**
   * Takes committed events of any process, in any order and any number of times. Returns a promise
   * if earlier events must be read first; it resolves after delivery.
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
   * Takes an unstored event streamed by another replica.
   * @param after number of the last event delivered there before it
   */
  receiveStreamed(heard: ServerEvent, after: number, from: string): void {
    for (const piece of this.pieces.continued(heard, from)) {
      if (after > this.last) this.pieces.keep(piece, after);
      else if (!this.pieces.isLate(piece)) this.bus.publish(piece);
    }
  }

  /** The events to announce, here and to others, for a piece streamed by this process. */
  streams(piece: ServerEvent): readonly ServerEvent[] {
    return this.pieces.continued(piece, here);
  }

  /**
   * Delivers everything committed before the call. Waits while the database is unreachable. A read
   * in progress may miss part of it, so another one follows.
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

  /** A missing event was committed and is usually in transit; otherwise the log is read. */
  private fillHole(): Promise<void> {
    if (!this.receivesOthers) return this.catchUp();
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

  /** The event may have been delivered while the log was read. */
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

  /** Number of the first waiting event; 0: none. */
  private firstWaiting(): number {
    return this.waiting.size === 0 ? 0 : Math.min(...this.waiting.keys());
  }

  /**
   * Replaces events deleted for their age by reloading the state.
   * @param readTo the log was read up to this number; later gaps may have been committed since
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
