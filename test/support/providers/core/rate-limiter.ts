/** Limits of a key per minute. */
export interface RateLimits {
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
}

/** State of one limit. */
export interface LimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Time until it is full again, ms. */
  readonly resetMs: number;
}

export interface LimitStates {
  readonly requests: LimitState;
  readonly tokens: LimitState;
}

export interface LimitReached extends LimitStates {
  readonly by: 'requests' | 'tokens';
  /** Time until the request would be served, ms. */
  readonly retryMs: number;
  readonly asked: number;
}

const unlimited = 1e9;

/** Two token buckets with steady refill; a minute can be shortened. */
export class RateLimiter {
  private readonly requests: Bucket;
  private readonly tokens: Bucket;

  constructor({ requestsPerMinute, tokensPerMinute }: RateLimits, minuteMs: number) {
    this.requests = new Bucket(requestsPerMinute ?? unlimited, minuteMs);
    this.tokens = new Bucket(tokensPerMinute ?? unlimited, minuteMs);
  }

  /**
   * Takes this many tokens and one request from the buckets, or returns the limit that was reached.
   */
  take(tokens: number, now: number): LimitReached | null {
    const waits = {
      requests: this.requests.waitFor(1, now),
      tokens: this.tokens.waitFor(tokens, now),
    };
    const by = waits.requests > waits.tokens ? 'requests' : 'tokens';
    const retryMs = waits[by];
    if (retryMs > 0) return { by, retryMs, asked: tokens, ...this.states(now) };
    this.requests.take(1);
    this.tokens.take(tokens);
    return null;
  }

  states(now: number): LimitStates {
    return { requests: this.requests.state(now), tokens: this.tokens.state(now) };
  }
}

class Bucket {
  private level: number;
  private filledAt = 0;

  constructor(
    private readonly size: number,
    private readonly minuteMs: number,
  ) {
    this.level = size;
  }

  /**
   * Time until this many are available, ms. A request larger than the bucket is served when the
   * bucket is full.
   */
  waitFor(count: number, now: number): number {
    this.fill(now);
    const missing = Math.min(count, this.size) - this.level;
    return missing <= 0 ? 0 : Math.max(1, Math.ceil((missing * this.minuteMs) / this.size));
  }

  take(count: number): void {
    this.level = Math.max(0, this.level - count);
  }

  state(now: number): LimitState {
    this.fill(now);
    const resetMs = Math.ceil(((this.size - this.level) * this.minuteMs) / this.size);
    return { limit: this.size, remaining: Math.floor(this.level), resetMs };
  }

  private fill(now: number): void {
    const gained = ((now - this.filledAt) * this.size) / this.minuteMs;
    this.level = Math.min(this.size, this.level + gained);
    this.filledAt = now;
  }
}
