import type { CallDeadlines } from './call-deadlines.js';

/** What ended the watch over a stream. */
export type ReachedLimit = 'idle' | 'ceiling' | 'settled';

/**
 * Watches over one streamed answer. Its signal aborts when the caller does, when nothing at all has
 * come for too long (from the very start of the request on), or when it never ends, be it by
 * comments alone. An answer that has told its end is waited for a little longer, and no more.
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

  /** The limit that was reached, if one was. */
  get expired(): ReachedLimit | null {
    return this.reached;
  }

  /** Bytes arrived. */
  readonly touch = (): void => {
    this.idle.refresh();
  };

  /** The answer has told its end; counts may follow. */
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
