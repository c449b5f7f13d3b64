import { setMaxListeners } from 'node:events';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from './clock.js';
import { messageOf } from './errors/error-text.js';
import { OfficeLogger } from './logging/office-logger.js';

/** The log line for a failing repeated task, written once until it has succeeded again. */
interface Failure {
  readonly scope: string;
  readonly text: (reason: string) => string;
}

/**
 * Repeats tasks by the clock until the application ends. A pause begins when the task has ended, so no
 * task overlaps with itself; one that fails is repeated all the same.
 */
@Injectable()
export class Repeater implements OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    private readonly clock: Clock,
    private readonly logger: OfficeLogger,
  ) {
    setMaxListeners(0, this.stopping.signal);
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** Runs the task every `ms`, first after `ms`. */
  every(ms: number, failure: Failure, task: () => unknown): void {
    void this.repeat(ms, this.guarded(task, failure));
  }

  /** Runs the task at once, and then like `every`. */
  nowAndEvery(ms: number, failure: Failure, task: () => unknown): void {
    const guarded = this.guarded(task, failure);
    void guarded().then(() => this.repeat(ms, guarded));
  }

  private async repeat(ms: number, task: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      await this.clock.pause(ms, signal);
      if (signal.aborted) return;
      await task();
    }
  }

  /** The task, as one that never throws. */
  private guarded(task: () => unknown, { scope, text }: Failure): () => Promise<void> {
    const log = this.logger.scope(scope);
    let failing = false;
    return async () => {
      try {
        await task();
        failing = false;
      } catch (thrown) {
        if (!failing) log.warn(text(messageOf(thrown)));
        failing = true;
      }
    };
  }
}
