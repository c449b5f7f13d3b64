import type { CallDeadlines } from './call-deadlines.js';

/**
 * Watches over one streamed answer. Its signal aborts when the caller does, when the stream has
 * been silent too long (from the very start of the request on), or when it never ends.
 */
export class StreamWatch {
  readonly signal: AbortSignal;
  private readonly giveUp = new AbortController();
  private readonly ceiling: NodeJS.Timeout;
  private idle: NodeJS.Timeout;
  private reached: 'idle' | 'ceiling' | null = null;

  constructor(
    caller: AbortSignal,
    private readonly deadlines: CallDeadlines,
  ) {
    this.signal = AbortSignal.any([caller, this.giveUp.signal]);
    this.ceiling = setTimeout(() => this.abandon('ceiling'), deadlines.streamMs);
    this.idle = this.startIdle();
  }

  /** The limit that was reached, if one was. */
  get expired(): 'idle' | 'ceiling' | null {
    return this.reached;
  }

  /** Something arrived. */
  touch(): void {
    this.idle.refresh();
  }

  stop(): void {
    clearTimeout(this.idle);
    clearTimeout(this.ceiling);
  }

  private startIdle(): NodeJS.Timeout {
    return setTimeout(() => this.abandon('idle'), this.deadlines.idleMs);
  }

  private abandon(limit: 'idle' | 'ceiling'): void {
    this.reached = limit;
    this.giveUp.abort();
  }
}
