import { Injectable } from '@nestjs/common';
import { OnOfficeEvent } from '../../platform/events/office-listener.js';
import { SettingsProjection } from '../../settings/settings-projection.js';

/** A turn's place on its floor. Released once, whatever happens in between. */
export interface Slot {
  release(): void;
  /** Gives the place up while something slow is waited for, and takes one again afterwards. */
  releaseWhile<T>(wait: () => Promise<T>): Promise<T>;
}

/** For a turn that only has to be brought to its end: it takes no place and needs none. */
export const noSlot: Slot = { release: () => {}, releaseWhile: (wait) => wait() };

/**
 * How many turns are at work at once on a floor, over all its runs, first come first served. The
 * limit is read from the settings at every admission. Not `p-limit`: a turn gives its place up while
 * it waits, and takes one again.
 */
export abstract class TurnSlots {
  /** Turns of this process that wait for a place, on all floors. */
  abstract get waitingTurns(): number;

  /** Null: the signal was aborted before a place was free. */
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

  /** Resolves with a place once one is free; null: the signal was aborted before. */
  protected abstract enter(workspaceId: string, signal: AbortSignal): Promise<Place | null>;

  /** Gives a place back; called once for each. */
  protected abstract leave(place: Place): void;
}

/** A place that is held. */
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

/** The places of a process that no other one shares floors with: what it shows is never behind. */
@Injectable()
export class LocalTurnSlots extends TurnSlots {
  private readonly floors = new Map<string, Floor>();

  constructor(private readonly settings: SettingsProjection) {
    super();
  }

  override get waitingTurns(): number {
    return this.floors.values().reduce((sum, { queue }) => sum + queue.length, 0);
  }

  /** Admits those who wait, after the limit was raised. */
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
