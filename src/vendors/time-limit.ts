/** Why an engagement was cut short: timeout, or cancellation of its run. */
export type Cut = 'timeout' | 'aborted';

/**
 * Watches a timeout and a signal; its creator must end it. Not `p-timeout`: here the result is
 * which came first, and the watched work continues to its own end.
 */
export class TimeLimit {
  /** Fulfilled with the first of the two, if any. */
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
