import type { Subscription } from 'rxjs';
import type { EventBus } from '../../platform/events/event-bus.js';
import { serialize } from '../../platform/events/serialize.js';
import type { ServerEvent } from '../../protocol/events.js';
import { pluginLimits } from '../plugin-limits.js';

const maxTypes = 100;

interface EventFeedOptions {
  readonly bus: EventBus;
  /** Name of the feed on the bus. */
  readonly name: string;
  /** Settles when the plugin has handled the event; a rejection ends the feed. */
  readonly deliver: (event: ServerEvent) => Promise<unknown>;
  /** Called each time the plugin fell behind, with the number of dropped events. */
  readonly onDropped: (count: number) => void;
}

/**
 * Delivers subscribed events to one plugin, one after another. Waiting events are limited in number
 * and bytes; the rest is dropped, so that a slow plugin costs no more.
 */
export class PluginEventFeed {
  private readonly types = new Set<string>();
  private readonly waiting: ServerEvent[] = [];
  private waitingBytes = 0;
  private dropped = 0;
  private delivering = false;
  private subscription: Subscription | null = null;

  constructor(private readonly options: EventFeedOptions) {}

  want(type: string): void {
    if (this.types.size < maxTypes) this.types.add(type);
    const { bus, name } = this.options;
    this.subscription ??= bus.subscribe(name, (event) => this.offer(event));
  }

  unwant(type: string): void {
    this.types.delete(type);
  }

  close(): void {
    this.subscription?.unsubscribe();
    this.types.clear();
    this.waiting.length = 0;
  }

  private offer(event: ServerEvent): void {
    if (!this.types.has(event.type)) return;
    const bytes = serialize(event).length;
    const full =
      this.waiting.length >= pluginLimits.waitingEvents ||
      this.waitingBytes + bytes > pluginLimits.waitingEventBytes;
    if (full && this.delivering) {
      this.dropped += 1;
      return;
    }
    this.waiting.push(event);
    this.waitingBytes += bytes;
    if (!this.delivering) void this.run();
  }

  private async run(): Promise<void> {
    this.delivering = true;
    try {
      for (let event = this.next(); event !== undefined; event = this.next()) {
        await this.options.deliver(event);
      }
    } catch {
      // A plugin that failed to handle an event gets no more.
      return this.close();
    } finally {
      this.delivering = false;
    }
    this.reportDropped();
  }

  private next(): ServerEvent | undefined {
    const event = this.waiting.shift();
    if (event !== undefined) this.waitingBytes -= serialize(event).length;
    return event;
  }

  /** The report may itself be an event for the plugin, deliverable by now. */
  private reportDropped(): void {
    const { dropped } = this;
    this.dropped = 0;
    if (dropped > 0) this.options.onDropped(dropped);
  }
}
