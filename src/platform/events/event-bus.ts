import { Injectable } from '@nestjs/common';
import { Subject, type Observable, type Subscription } from 'rxjs';
import type { ServerEvent, ServerEventOf, ServerEventType } from '../../protocol/events.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { messageOf } from '../errors/office-error.js';

/**
 * The one place where things that happened are announced (architecture.md, Events).
 * Delivery is synchronous and in the order of publication. Events are immutable snapshots.
 * Persisted events come here from a committed transaction only; see `Transactions`.
 */
@Injectable()
export class EventBus {
  private readonly subject = new Subject<ServerEvent>();
  private readonly waiting: ServerEvent[] = [];
  private delivering = false;

  constructor(private readonly logger: OfficeLogger) {}

  /**
   * Announces an event that is already true. One that a subscriber publishes while it handles
   * another waits until everybody has heard that other one, so all hear them in the same order.
   */
  publish(event: ServerEvent): void {
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

  /**
   * Calls the handler for every event. A handler that throws is logged under its name and stays
   * subscribed; the others still hear the event.
   */
  subscribe(name: string, handler: (event: ServerEvent) => void): Subscription {
    return this.subject.subscribe((event) => this.deliver(name, handler, event));
  }

  /** Like `subscribe`, for one type of event. */
  on<T extends ServerEventType>(
    type: T,
    name: string,
    handler: (event: ServerEventOf<T>) => void,
  ): Subscription {
    return this.subscribe(name, (event) => {
      if (isOfType(event, type)) handler(event);
    });
  }

  /** The events as a stream, to compose; a subscriber of it must not throw. */
  get events$(): Observable<ServerEvent> {
    return this.subject.asObservable();
  }

  /** A subscriber that fails on a line of the log would fail on the complaint about it too. */
  private voiceFor(event: ServerEvent): ScopedLogger {
    return event.type === 'log' ? this.logger.aside('events') : this.logger.scope('events');
  }

  private deliver(name: string, handler: (event: ServerEvent) => void, event: ServerEvent): void {
    try {
      handler(event);
    } catch (thrown) {
      this.voiceFor(event).error(
        `the subscriber "${name}" failed on ${event.type}: ${messageOf(thrown)}`,
      );
    }
  }
}

function isOfType<T extends ServerEventType>(
  event: ServerEvent,
  type: T,
): event is Extract<ServerEventOf<T>, ServerEvent> {
  return event.type === type;
}
