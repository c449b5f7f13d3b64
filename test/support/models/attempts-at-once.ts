import type { Clock } from '#platform/clock.js';
import { RateLimitGates } from '#models/gateway/rate-limit-gate.js';
import { RouteAttempts } from '#models/gateway/route-attempts.js';

/** A clock whose waits are over at once; the time moves on by them. */
export function quickClock(onPause: (ms: number) => void = () => {}): Clock {
  let time = 1_000_000;
  return {
    now: () => time,
    elapsed: () => time,
    pause: async (ms, signal) => {
      onPause(ms);
      if (signal?.aborted !== true) time += ms;
    },
  };
}

/** Attempts at routes without waits, with average jitter. */
export function attemptsAtOnce(onPause?: (ms: number) => void): RouteAttempts {
  const clock = quickClock(onPause);
  return new RouteAttempts(new RateLimitGates(clock, () => 0.5), clock, () => 0.5);
}
