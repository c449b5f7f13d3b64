/** What a key may ask for in a minute. */
export interface RateLimits {
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
}

/** How one of the limits stands. */
export interface LimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Until it is whole again. */
  readonly resetMs: number;
}

export interface LimitStates {
  readonly requests: LimitState;
  readonly tokens: LimitState;
}

export interface LimitReached extends LimitStates {
  readonly by: 'requests' | 'tokens';
  /** Until the request would be served. */
  readonly retryMs: number;
  readonly asked: number;
}

const unlimited = 1e9;

/** Two buckets that fill up steadily; a minute may be made shorter. */
export class RateLimiter {
  private readonly requests: Bucket;
  private readonly tokens: Bucket;

  constructor({ requestsPerMinute, tokensPerMinute }: RateLimits, minuteMs: number) {
    this.requests = new Bucket(requestsPerMinute ?? unlimited, minuteMs);
    this.tokens = new Bucket(tokensPerMinute ?? unlimited, minuteMs);
  }

  /** Takes a request of so many tokens from both, or says which has not enough. */
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

  /** Ms until so many are there. More than the bucket holds is served when it is full. */
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
