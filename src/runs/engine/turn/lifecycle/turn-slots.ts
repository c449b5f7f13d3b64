import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { EventBus } from '../../../../platform/events/event-bus.js';
import { SettingsService } from '../../../../settings/settings.service.js';

/** A turn's place on its floor. Released once, whatever happens in between. */
export interface Slot {
  release(): void;
  /** Gives the place up while something slow is waited for, and takes one again afterwards. */
  releaseWhile<T>(wait: () => Promise<T>): Promise<T>;
}

/** For a turn that only has to be brought to its end: it takes no place and needs none. */
export const noSlot: Slot = { release: () => {}, releaseWhile: (wait) => wait() };

interface Waiting {
  readonly admit: () => void;
}

interface Floor {
  active: number;
  readonly queue: Waiting[];
}

/**
 * A semaphore for each floor: how many turns are at work at once, over all its runs, first come first
 * served (decisions.md A7). The limit is read from the settings at every admission. Not
 * `p-limit`: a turn gives its place up while it waits, and takes one again.
 */
@Injectable()
export class TurnSlots implements OnModuleInit, OnModuleDestroy {
  private readonly floors = new Map<string, Floor>();
  private subscription: Subscription | undefined;

  constructor(
    private readonly settings: SettingsService,
    private readonly bus: EventBus,
  ) {}

  onModuleInit(): void {
    this.subscription = this.bus.on('settings.updated', 'turn slots', () => this.admitWaiting());
  }

  onModuleDestroy(): void {
    this.subscription?.unsubscribe();
  }

  /** Turns that wait for a place, on all floors. */
  get waiting(): number {
    return this.floors.values().reduce((sum, { queue }) => sum + queue.length, 0);
  }

  /** Null: the signal was aborted before a place was free. */
  async acquire(workspaceId: string, signal: AbortSignal): Promise<Slot | null> {
    if (!(await this.enter(workspaceId, signal))) return null;
    let held = true;
    const release = () => {
      if (!held) return;
      held = false;
      this.leave(workspaceId);
    };
    return {
      release,
      releaseWhile: async (wait) => {
        release();
        try {
          return await wait();
        } finally {
          held = await this.enter(workspaceId, signal);
        }
      },
    };
  }

  /** Admits those who wait, after the limit was raised. */
  private admitWaiting(): void {
    for (const floor of this.floors.values()) this.admit(floor);
  }

  private enter(workspaceId: string, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    const floor = this.floors.get(workspaceId) ?? { active: 0, queue: [] };
    this.floors.set(workspaceId, floor);
    return new Promise((resolve) => {
      const waiting: Waiting = {
        admit: () => {
          signal.removeEventListener('abort', giveUp);
          floor.active += 1;
          resolve(true);
        },
      };
      const giveUp = () => {
        floor.queue.splice(floor.queue.indexOf(waiting), 1);
        resolve(false);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      floor.queue.push(waiting);
      this.admit(floor);
    });
  }

  private leave(workspaceId: string): void {
    const floor = this.floors.get(workspaceId);
    if (floor === undefined) return;
    floor.active -= 1;
    this.admit(floor);
    if (floor.active === 0 && floor.queue.length === 0) this.floors.delete(workspaceId);
  }

  private admit(floor: Floor): void {
    const limit = this.settings.current().maxConcurrency;
    while (floor.queue.length > 0 && floor.active < limit) floor.queue.shift()?.admit();
  }
}
