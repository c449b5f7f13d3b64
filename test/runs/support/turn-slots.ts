import { SystemClock } from '#platform/clock.js';
import { EventBus } from '#platform/events/event-bus.js';
import { subscribeListeners } from '#platform/events/office-listeners.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import type { ServerEvent } from '#protocol/events.js';
import { LocalTurnSlots } from '#runs/queue/turn-slots.js';
import type { SettingsProjection } from '#settings/settings-projection.js';

/** Places under a limit that the test changes and announces. */
export class LimitedSlots {
  readonly slots: LocalTurnSlots;
  private readonly bus: EventBus;

  constructor(public limit: number) {
    const sinks = { out: () => {}, err: () => {} };
    this.bus = new EventBus(new OfficeLogger({ clock: new SystemClock(), level: 'error', sinks }));
    const settings = { current: () => ({ maxConcurrency: this.limit }) };
    this.slots = new LocalTurnSlots(settings as unknown as SettingsProjection);
    subscribeListeners(this.bus, this.slots);
  }

  /** Changes the limit, as the settings do. */
  change(limit: number): void {
    this.limit = limit;
    this.bus.publish({ type: 'settings.updated', settings: {} } as unknown as ServerEvent);
  }
}
