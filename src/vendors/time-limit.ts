/** What cuts an engagement short: its time is over, or its run was cancelled. */
export type Cut = 'timeout' | 'aborted';

/**
 * Watches a time and a signal; whoever begins to watch ends it too. Not `p-timeout`: which of the
 * two came first is the answer here, and the work that is watched goes on to its own end.
 */
export class TimeLimit {
  /** Fulfilled with what comes first, if anything does. */
  readonly passed: Promise<Cut>;
  private stopWatching: () => void = () => undefined;

  constructor(ms: number, signal: AbortSignal) {
    this.passed = new Promise((resolve) => {
      const timer = setTimeout(() => resolve('timeout'), ms);
      const abort = (): void => resolve('aborted');
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
      this.stopWatching = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
      };
    });
  }

  stop(): void {
    this.stopWatching();
  }
}
