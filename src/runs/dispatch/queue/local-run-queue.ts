import { Injectable } from '@nestjs/common';
import { type LookAtRun, RunQueue } from './run-queue.js';

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

  override welcome(): void {
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
