import { Injectable } from '@nestjs/common';
import { Subject, type Subscription } from 'rxjs';
import type { ServerEvent, ServerEventOf, ServerEventType } from '../../protocol/events.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { messageOf } from '../errors/error-text.js';
import {
  type InternalEvent,
  type InternalEventOf,
  type InternalEventType,
  isInternal,
} from './internal-events.js';

/** All announced events: for clients, and for this process only. */
export type AnnouncedEvent = ServerEvent | InternalEvent | LiveStateChanged;

export type AnnouncedType = ServerEventType | InternalEventType;

export type AnnouncedOf<T extends AnnouncedType> =
  | (T extends ServerEventType ? ServerEventOf<T> : never)
  | (T extends InternalEventType ? InternalEventOf<T> : never);

/**
 * Announces events inside the process (docs/decisions/0009-projections.md). Delivery is
 * synchronous, in the order of publication. Events are immutable. Committed events come from
 * `EventFeed` only. Listeners are for effects; state is a `Projection`.
 */
@Injectable()
export class EventBus {
  private readonly subject = new Subject<AnnouncedEvent>();
  private readonly waiting: AnnouncedEvent[] = [];
  private delivering = false;
  private takeStreamed = (piece: ServerEvent): readonly ServerEvent[] => [piece];

  constructor(private readonly logger: OfficeLogger) {}

  /**
   * Announces an event that is already true. An event published by a subscriber during delivery is
   * queued until all subscribers have received the current one, so the order is the same for all.
   */
  publish(event: AnnouncedEvent): void {
    this.waiting.push(event);
    if (this.delivering) return;
    this.delivering = true;
    try {
      for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
        this.subject.next(next);
      }
    } finally {
      this.delivering = false;
    }
  }

  /** Announces a streamed piece of this process, to other replicas as well. */
  stream(piece: ServerEvent): void {
    for (const announced of this.takeStreamed(piece)) this.publish(announced);
  }

  /** Sets the single handler that turns a streamed piece into the events to announce. */
  onStream(handler: (piece: ServerEvent) => readonly ServerEvent[]): void {
    this.takeStreamed = handler;
  }

  /**
   * Calls the handler for every wire event. A handler that throws is logged by name and stays
   * subscribed; others still receive the event.
   */
  subscribe(name: string, handler: (event: ServerEvent) => void): Subscription {
    return this.listen(name, (event) => {
      if (isForClients(event)) handler(event);
    });
  }

  /** Like `subscribe`, for one type of event, including internal types. */
  on<T extends AnnouncedType>(
    type: T,
    name: string,
    handler: (event: AnnouncedOf<T>) => void,
  ): Subscription {
    return this.listen(name, (event) => {
      if (isOfType(event, type)) handler(event);
    });
  }

  /** Like `subscribe`, including internal events. A rejected promise counts as thrown. */
  listen(name: string, handler: (event: AnnouncedEvent) => unknown): Subscription {
    return this.subject.subscribe((event) => this.deliver(name, handler, event));
  }

  /**
   * A subscriber that fails on a log event would fail again on the report, so that goes to the
   * console only.
   */
  private loggerFor(event: AnnouncedEvent): ScopedLogger {
    return event.type === 'log' ? this.logger.consoleOnly('events') : this.logger.scope('events');
  }

  private deliver(
    name: string,
    handler: (event: AnnouncedEvent) => unknown,
    event: AnnouncedEvent,
  ): void {
    try {
      const handled = handler(event);
      if (handled instanceof Promise) {
        handled.catch((thrown: unknown) => this.logFailure(name, event, thrown));
      }
    } catch (thrown) {
      this.logFailure(name, event, thrown);
    }
  }

  private logFailure(name: string, event: AnnouncedEvent, thrown: unknown): void {
    this.loggerFor(event).error(
      `the subscriber "${name}" failed on ${event.type}: ${messageOf(thrown)}`,
    );
  }
}

/** Whether the event is one of the interface. */
export function isForClients(event: AnnouncedEvent): event is ServerEvent {
  return !isInternal(event.type);
}

function isOfType<T extends AnnouncedType>(
  event: AnnouncedEvent,
  type: T,
): event is Extract<AnnouncedOf<T>, AnnouncedEvent> {
  return event.type === type;
}

/**
 * Announced in this process only, and never stored: something outside the database changed, such as
 * a connection.
 */
interface LiveStateChanged {
  readonly type: 'internal.live-state.changed';
}
