import type { CallDeadlines } from './call-deadlines.js';

/** The limit that ended the stream. */
export type ReachedLimit = 'idle' | 'ceiling' | 'settled';

/**
 * Watches one streamed answer. Its signal is aborted by the caller, after too long a silence (from
 * the start of the request), or at the total limit, even if comments arrive. After the answer's end
 * it waits only a little longer.
 */
export class StreamWatch {
  readonly signal: AbortSignal;
  private readonly giveUp = new AbortController();
  private readonly ceiling: NodeJS.Timeout;
  private readonly idle: NodeJS.Timeout;
  private settling: NodeJS.Timeout | undefined;
  private reached: ReachedLimit | null = null;

  constructor(
    caller: AbortSignal,
    private readonly deadlines: CallDeadlines,
  ) {
    this.signal = AbortSignal.any([caller, this.giveUp.signal]);
    this.ceiling = setTimeout(() => this.abandon('ceiling'), deadlines.streamMs);
    this.idle = setTimeout(() => this.abandon('idle'), deadlines.idleMs);
  }

  /** The limit that was reached, if any. */
  get expired(): ReachedLimit | null {
    return this.reached;
  }

  /** To be called when bytes arrive. */
  readonly touch = (): void => {
    this.idle.refresh();
  };

  /** The answer has ended; counts may follow. */
  settle(): void {
    this.settling ??= setTimeout(() => this.abandon('settled'), this.deadlines.settleMs);
  }

  stop(): void {
    clearTimeout(this.idle);
    clearTimeout(this.ceiling);
    clearTimeout(this.settling);
  }

  private abandon(limit: ReachedLimit): void {
    this.reached ??= limit;
    this.giveUp.abort();
  }
}
