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
