import type { ServerEvent } from '#protocol/events.js';
import { pluginCodeTexts } from '#protocol/texts/plugin-code.js';
import { messageOf } from './message-of.js';

export type EventHandler = (event: ServerEvent) => unknown;

/**
 * A plugin's handlers by event type; the office is told about each type's first and last handler.
 */
export class EventHandlers {
  private readonly byType = new Map<string, Set<EventHandler>>();

  constructor(
    private readonly onWanted: (eventType: string, wanted: boolean) => void,
    private readonly warn: (message: string) => void,
  ) {}

  /** @returns a function that unsubscribes; idempotent. */
  add(eventType: string, handler: EventHandler): () => void {
    // Each subscription is separate, even with the same function.
    const subscribed: EventHandler = (event) => handler(event);
    const handlers = this.byType.get(eventType) ?? new Set();
    this.byType.set(eventType, handlers.add(subscribed));
    if (handlers.size === 1) this.onWanted(eventType, true);
    return () => {
      if (handlers.delete(subscribed) && handlers.size === 0) this.onWanted(eventType, false);
    };
  }

  /** Calls every handler and waits for all; errors are reported, subscriptions kept. */
  async handle(event: ServerEvent): Promise<void> {
    const handlers = [...(this.byType.get(event.type) ?? [])];
    await Promise.all(handlers.map((handler) => this.attempt(handler, event)));
  }

  private async attempt(handler: EventHandler, event: ServerEvent): Promise<void> {
    try {
      await handler(event);
    } catch (thrown) {
      this.warn(pluginCodeTexts.handlerThrew(messageOf(thrown)));
    }
  }
}
