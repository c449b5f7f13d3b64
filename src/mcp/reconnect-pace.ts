const firstPauseMs = 1000;
const longestPauseMs = 60_000;

/** A connection that lasts this long ends a series of losses. */
const steadyMs = 60_000;

/**
 * When a lost server may be reconnected: at once, then after pauses doubling from a second to a
 * minute, until a connection has lasted a minute. Monotonic times.
 */
export class ReconnectPace {
  private attempts = 0;
  private notBefore = 0;
  private readyAt: number | null = null;

  waitMs(now: number): number {
    return Math.max(0, this.notBefore - now);
  }

  /** The server is connected, or an attempt begins. */
  begin(): void {
    this.attempts += 1;
  }

  ready(now: number): void {
    this.readyAt = now;
  }

  /** It was lost, or could not be connected. */
  over(now: number): void {
    const held = this.readyAt === null ? 0 : now - this.readyAt;
    this.readyAt = null;
    if (held >= steadyMs) this.attempts = 0;
    const pauseMs = this.attempts === 0 ? 0 : firstPauseMs * 2 ** (this.attempts - 1);
    this.notBefore = now + Math.min(pauseMs, longestPauseMs);
  }
}
