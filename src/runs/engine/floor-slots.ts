import { Injectable } from '@nestjs/common';

/** The right of one employee to be at work. Released once, whatever happens in between. */
export interface Slot {
  release(): void;
  /** Gives the place up while something slow is waited for, and takes one again afterwards. */
  yieldWhile<T>(wait: () => Promise<T>): Promise<T>;
}

/** For a turn that only has to be brought to its end: it takes no place and needs none. */
export const noSlot: Slot = { release: () => {}, yieldWhile: (wait) => wait() };

interface Waiting {
  readonly admit: () => void;
}

interface Floor {
  atWork: number;
  readonly queue: Waiting[];
}

/**
 * How many turns are at work at once in one organisation, over all its runs, first come first
 * served (decisions.md A7). A run that waits costs a closure: no thread and no timer.
 */
@Injectable()
export class FloorSlots {
  private readonly floors = new Map<string, Floor>();
  private limit: () => number = () => 1;

  /** Where the limit is read from, on every admission. */
  useLimit(limit: () => number): void {
    this.limit = limit;
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
      yieldWhile: async (wait) => {
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
  admitWaiting(): void {
    for (const floor of this.floors.values()) this.admit(floor);
  }

  private enter(workspaceId: string, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    const floor = this.floors.get(workspaceId) ?? { atWork: 0, queue: [] };
    this.floors.set(workspaceId, floor);
    return new Promise((resolve) => {
      const waiting: Waiting = {
        admit: () => {
          signal.removeEventListener('abort', giveUp);
          floor.atWork += 1;
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
    floor.atWork -= 1;
    this.admit(floor);
    if (floor.atWork === 0 && floor.queue.length === 0) this.floors.delete(workspaceId);
  }

  private admit(floor: Floor): void {
    while (floor.queue.length > 0 && floor.atWork < this.limit()) floor.queue.shift()?.admit();
  }
}
