import { Injectable } from '@nestjs/common';

/** What became of a run that was to be looked at: there is nothing more to do about it here, or no room. */
export type Looked = 'done' | 'no room';

/** Looks at one run. Never rejects. */
export type LookAtRun = (runId: string) => Promise<Looked>;

/**
 * Tells those who work on runs which to look at. It only saves time: what it loses is found in the
 * database, and what it says twice is looked at twice.
 */
export abstract class RunQueue {
  /** Asks that the run be looked at, here or by another replica. Never throws. */
  abstract offer(runId: string): void;

  /** Begins to hand runs over. To be called once. */
  abstract start(look: LookAtRun): void;

  /** So many more runs than are being looked at are welcome here. */
  abstract announceCapacity(runs: number): void;

  /** Hands nothing over any more; what it has handed over is still looked at. */
  abstract stop(): Promise<void>;

  /** To be called once everything was looked at. */
  abstract close(): Promise<void>;
}

/** The queue of a process alone: a run is looked at at once, and the database keeps the others. */
@Injectable()
export class LocalRunQueue extends RunQueue {
  private look: LookAtRun | undefined;

  override offer(runId: string): void {
    void this.look?.(runId);
  }

  override start(look: LookAtRun): void {
    this.look = look;
  }

  override announceCapacity(): void {
    // Whoever has no room for a run leaves it.
  }

  override stop(): Promise<void> {
    this.look = undefined;
    return Promise.resolve();
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }
}
