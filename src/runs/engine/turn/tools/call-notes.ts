import type { Clock } from '#platform/clock.js';

/** Notes about a call while it is made. */
export class CallNotes {
  /** Ids of memory facts that it showed. */
  readonly factIds: string[] = [];
  private readonly begun: number;
  private waited = 0;

  constructor(private readonly clock: Pick<Clock, 'elapsed'>) {
    this.begun = clock.elapsed();
  }

  /** Waits for people, which is no part of the call's duration. */
  async waiting<T>(wait: () => Promise<T>): Promise<T> {
    const from = this.clock.elapsed();
    return wait().finally(() => (this.waited += this.clock.elapsed() - from));
  }

  /** Duration of the call without waits for people, ms. */
  get workedMs(): number {
    return Math.round(this.clock.elapsed() - this.begun - this.waited);
  }
}
