import { Injectable } from '@nestjs/common';

/** The result of looking at a run: nothing more to do here, or no room. */
export type LookResult = 'done' | 'no room';

/** Looks at one run. Never rejects. */
export type LookAtRun = (runId: string) => Promise<LookResult>;

/**
 * Names runs to look at. Only an accelerator: lost runs are found in the database, and duplicates
 * are harmless.
 */
export abstract class RunQueue {
  /** Requests that the run be looked at, here or by another replica. Never throws. */
  abstract offer(runId: string): void;

  /** Starts delivering runs. To be called once. */
  abstract start(look: LookAtRun): void;

  /** Sets how many more runs, besides those being looked at, may be delivered here. */
  abstract announceCapacity(runs: number): void;

  /** Stops delivering; delivered runs are still looked at. */
  abstract stop(): Promise<void>;

  /** To be called when everything delivered was looked at. */
  abstract close(): Promise<void>;
}

/** The queue of a single process: a run is looked at immediately; the database keeps the others. */
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
    // A run without room stays in the database.
  }

  override stop(): Promise<void> {
    this.look = undefined;
    return Promise.resolve();
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }
}
