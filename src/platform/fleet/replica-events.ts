import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { fleetTexts } from '../../protocol/texts/process.js';
import type { ServerEvent } from '../../protocol/events.js';
import { messageOf } from '../errors/error-text.js';
import type { CommittedEvent } from '../events/drafts.js';
import { EventBus } from '../events/event-bus.js';
import { EventFeed, type OtherReplicas } from '../events/event-feed.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { pause } from '../process/pause.js';
import { Repeater } from '../repeater.js';
import { OfficeId } from './office-id.js';
import { RedisConnections } from './redis-connections.js';
import { Replica } from './replica.js';
import {
  eventLine,
  numberLine,
  OutgoingLines,
  pieceLine,
  readMessage,
  type ReplicaNews,
  senderOf,
  writeMessage,
} from './replica-message.js';

/** Interval at which each replica publishes the last event number it knows, ms. */
const beatMs = 1000;
/** Own beats that did not come back before Redis counts as unresponsive. */
const mostUnanswered = 3;
/** Beats without news of other replicas before that is logged. */
const beatsToTell = 2;
/** Time after which a command has failed, ms. */
const answerMs = 3000;
/** Characters of an event; a longer one is read from the log by the receivers. */
const longestEvent = 256 * 1024;
/** How long the event that a beat announces may be in transit, ms. */
const onItsWayMs = 20;

/**
 * Carries live events between the replicas of a fleet over Redis (docs/decisions/0019): committed
 * events, after the commit, and streamed text of models. Redis stores nothing. Lost events are read
 * from the event log; lost streamed text is gone. The queue is bounded.
 */
@Injectable()
export class ReplicaEvents implements OtherReplicas, OnApplicationBootstrap {
  private readonly log: ScopedLogger;
  /** Identifies this process among the replicas, whatever their names. */
  private readonly sender = randomUUID();
  private readonly outbox = new OutgoingLines();
  private channel = '';
  private publisher: Redis | null = null;
  private subscriber: Redis | null = null;
  private subscribed = false;
  private sending = false;
  private unanswered = 0;
  private saidHeard = true;
  private silentBeats = 0;

  constructor(
    private readonly redis: RedisConnections,
    private readonly feed: EventFeed,
    private readonly bus: EventBus,
    private readonly officeId: OfficeId,
    private readonly replica: Replica,
    private readonly repeater: Repeater,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('fleet');
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.redis.url === null) return;
    this.channel = `office:${await this.officeId.read()}:events`;
    const options = { commandTimeout: answerMs, autoResubscribe: false };
    const publisher = await this.redis.connect('events, out', options);
    const subscriber = await this.redis.connect('events, in', options);
    Object.assign(this, { publisher, subscriber });
    publisher.on('ready', () => this.flush());
    subscriber.on('ready', () => void this.subscribe(subscriber));
    subscriber.on('close', () => (this.subscribed = false));
    subscriber.on('message', (_channel: string, text: string) => this.take(text));
    this.bus.onStream((piece) => this.streamed(piece));
    this.feed.connect(this);
    const text = (reason: string): string => `other replicas could not be told: ${reason}`;
    this.repeater.every(beatMs, { scope: 'fleet', text }, () => this.beat());
    this.log.info(fleetTexts.joins(this.replica.id, new URL(this.redis.url).host));
  }

  get isReceiving(): boolean {
    return this.subscribed && this.isReady && this.unanswered < mostUnanswered;
  }

  committed(events: readonly CommittedEvent[]): void {
    if (!this.isReady) return this.outbox.leaveToLog();
    for (const event of events) {
      const line = eventLine(event);
      this.outbox.addEvent(line.length > longestEvent ? numberLine(event.seq) : line);
    }
    this.flush();
  }

  private streamed(given: ServerEvent): readonly ServerEvent[] {
    const pieces = this.feed.streams(given);
    if (!this.isReceiving) return pieces;
    for (const piece of pieces) this.outbox.addPiece(pieceLine(piece, this.feed.last));
    this.flush();
    return pieces;
  }

  private get isReady(): boolean {
    return this.publisher?.status === 'ready';
  }

  private async subscribe(subscriber: Redis): Promise<void> {
    try {
      await subscriber.subscribe(this.channel);
      this.unanswered = 0;
      this.subscribed = true;
      // Earlier commits are not sent again.
      await this.feed.catchUp();
    } catch (thrown) {
      this.log.debug(`could not subscribe to Redis: ${messageOf(thrown)}`);
      if (!this.subscribed) subscriber.disconnect(true);
    }
  }

  /** Checks that Redis delivers, and tells the others how far the log goes. */
  private beat(): void {
    this.sayWhetherHeard();
    if (this.unanswered === mostUnanswered) this.connectAnew();
    if (!this.isReady || !this.subscribed) return;
    this.unanswered += 1;
    this.outbox.addEvent(numberLine(this.feed.last));
    this.flush();
  }

  /** Logs one line for each lasting change. */
  private sayWhetherHeard(): void {
    this.silentBeats = this.isReceiving ? 0 : this.silentBeats + 1;
    const hears = this.silentBeats < beatsToTell;
    if (hears === this.saidHeard) return;
    this.saidHeard = hears;
    if (hears) this.log.info(fleetTexts.heardAgain);
    else this.log.warn(fleetTexts.notHeard);
  }

  /** Replaces the connections to a server that has been silent for long. */
  private connectAnew(): void {
    this.subscribed = false;
    this.unanswered = 0;
    this.publisher?.disconnect(true);
    this.subscriber?.disconnect(true);
  }

  /** Lines of one turn of the event loop share a message. */
  private flush(): void {
    if (this.sending || this.outbox.isEmpty || !this.isReady) return;
    this.sending = true;
    setImmediate(() => void this.send());
  }

  /** Sends one message after the other; lines that arrive meanwhile form the next one. */
  private async send(): Promise<void> {
    try {
      while (this.isReady && !this.outbox.isEmpty) {
        const known = this.outbox.takeGap() ? [numberLine(this.feed.last)] : [];
        const text = writeMessage(this.sender, [...known, ...this.outbox.take()]);
        await this.publisher?.publish(this.channel, text);
      }
    } catch (thrown) {
      this.outbox.leaveToLog();
      this.log.debug(`events could not be sent to other replicas: ${messageOf(thrown)}`);
    } finally {
      this.sending = false;
    }
  }

  private take(text: string): void {
    if (senderOf(text) === this.sender) {
      this.unanswered = 0;
      return;
    }
    try {
      const { from, news } = readMessage(text);
      for (const each of news) this.follow(each, from);
    } catch (thrown) {
      this.log.debug(`a message of another replica could not be read: ${messageOf(thrown)}`);
      this.readLog();
    }
  }

  private follow(news: ReplicaNews, from: string): void {
    if (news.kind === 'piece') this.feed.receiveStreamed(news.piece, news.after, from);
    else if (news.kind === 'number') void this.reach(news.last);
    else {
      const filled = this.feed.receive(news.events);
      filled?.catch((thrown: unknown) => this.notRead(thrown));
    }
  }

  private async reach(last: number): Promise<void> {
    if (this.feed.last < last) await pause(onItsWayMs);
    if (this.feed.last < last) this.readLog();
  }

  private readLog(): void {
    this.feed.catchUp().catch((thrown: unknown) => this.notRead(thrown));
  }

  private notRead(thrown: unknown): void {
    this.log.warn(`events of other replicas could not be read: ${messageOf(thrown)}`);
  }
}
