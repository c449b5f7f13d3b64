import { Injectable } from '@nestjs/common';
import { OnOfficeEvent } from '../../platform/events/office-listener.js';
import { SettingsProjection } from '../../settings/settings-projection.js';

/** A turn's slot on its floor. Released exactly once. */
export interface Slot {
  release(): void;
  /** Releases the slot during a slow wait and takes one again afterwards. */
  releaseWhile<T>(wait: () => Promise<T>): Promise<T>;
}

/** For a turn that only has to be settled and needs no slot. */
export const noSlot: Slot = { release: () => {}, releaseWhile: (wait) => wait() };

/**
 * A semaphore per floor over all its runs, first come, first served. The limit is read from the
 * settings at every admission. Not `p-limit`, because a turn releases its slot while it waits and
 * takes one again.
 */
export abstract class TurnSlots {
  /** Turns of this process waiting for a slot, on all floors. */
  abstract get waitingTurns(): number;

  /** Null: the signal was aborted before a slot was free. */
  async acquire(workspaceId: string, signal: AbortSignal): Promise<Slot | null> {
    let place = await this.enter(workspaceId, signal);
    if (place === null) return null;
    const release = (): void => {
      if (place !== null) this.leave(place);
      place = null;
    };
    return {
      release,
      releaseWhile: async (wait) => {
        release();
        try {
          return await wait();
        } finally {
          place = await this.enter(workspaceId, signal);
        }
      },
    };
  }

  /** Resolves with a slot once one is free; null: the signal was aborted first. */
  protected abstract enter(workspaceId: string, signal: AbortSignal): Promise<Place | null>;

  /** Releases a slot; called once per slot. */
  protected abstract leave(place: Place): void;
}

/** A held slot. */
export interface Place {
  readonly id: string;
  readonly workspaceId: string;
}

interface Waiting {
  readonly admit: () => void;
}

interface Floor {
  active: number;
  readonly queue: Waiting[];
}

/** Slots in memory, for a process that shares floors with no other. */
@Injectable()
export class LocalTurnSlots extends TurnSlots {
  private readonly floors = new Map<string, Floor>();

  constructor(private readonly settings: SettingsProjection) {
    super();
  }

  override get waitingTurns(): number {
    return this.floors.values().reduce((sum, { queue }) => sum + queue.length, 0);
  }

  /** Admits waiting turns after the limit was raised. */
  @OnOfficeEvent('settings.updated')
  admitWaiting(): void {
    for (const floor of this.floors.values()) this.admit(floor);
  }

  protected override enter(workspaceId: string, signal: AbortSignal): Promise<Place | null> {
    if (signal.aborted) return Promise.resolve(null);
    const floor = this.floors.get(workspaceId) ?? { active: 0, queue: [] };
    this.floors.set(workspaceId, floor);
    return new Promise((resolve) => {
      const waiting: Waiting = {
        admit: () => {
          signal.removeEventListener('abort', giveUp);
          floor.active += 1;
          resolve({ id: '', workspaceId });
        },
      };
      const giveUp = () => {
        floor.queue.splice(floor.queue.indexOf(waiting), 1);
        resolve(null);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      floor.queue.push(waiting);
      this.admit(floor);
    });
  }

  protected override leave({ workspaceId }: Place): void {
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
