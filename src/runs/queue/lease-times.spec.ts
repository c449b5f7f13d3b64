import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { leasePace, LeaseTimes } from './lease-times.js';

const ttlMs = 1200;

/** Times of a lease under a manual clock. */
class Watched {
  constructor(public now = 5_000_000_000n) {}
  readonly times = new LeaseTimes(ttlMs, undefined, () => this.now);

  pass(ms: number): void {
    this.now += BigInt(ms) * 1_000_000n;
  }

  renew(answeredAfterMs = 0): void {
    const sentAt = this.now;
    this.pass(answeredAfterMs);
    this.times.renewed(sentAt);
  }
}

describe('the times of a lease', () => {
  it.each([1n, 5_000_000_000n])(
    'stand in no term before the first renewal, %d ns after the machine has started',
    (now) => {
      const watched = new Watched(now);
      expect(watched.times.term()).toBeNull();
      watched.renew();
      expect(watched.times.term()).not.toBeNull();
    },
  );

  it('stand for less than the lease lasts, counted from when the renewal was sent', () => {
    const watched = new Watched();
    watched.renew(400);
    expect(watched.times.leftMs()).toBe(600);
    watched.pass(600);
    expect(watched.times.term()).not.toBeNull();
    watched.pass(1);
    expect(watched.times.term()).toBeNull();
  });

  it('stand in another term after a gap, also when nobody looked during it', () => {
    const watched = new Watched();
    watched.renew();
    const before = watched.times.term();
    watched.pass(500);
    watched.renew();
    expect(watched.times.term()).toBe(before);
    watched.pass(5000);
    watched.renew();
    expect(watched.times.term()).not.toBeNull();
    expect(watched.times.term()).not.toBe(before);
  });

  it('are seen by every thread that has the memory', () => {
    const watched = new Watched();
    const thread = new LeaseTimes(ttlMs, watched.times.memory, () => watched.now);
    thread.renewed(watched.now);
    expect(watched.times.term()).toBe(thread.term());
    expect(watched.times.leftMs()).toBe(1000);
  });

  it('never stand, nor keep their term, when the database may have let others in', () => {
    const step = fc.record({
      pauseMs: fc.nat(ttlMs * 2),
      answerMs: fc.nat(ttlMs * 2),
      lookMs: fc.nat(ttlMs * 2),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const watched = new Watched();
        let expiresAt: bigint | null = null;
        for (const { pauseMs, answerMs, lookMs } of steps) {
          const term = watched.times.term();
          watched.pass(pauseMs);
          // The database counts from the moment when the renewal arrives.
          const reachedAt = watched.now + BigInt(answerMs) * 1_000_000n;
          const wasFree = expiresAt === null || reachedAt > expiresAt;
          watched.renew(answerMs);
          expiresAt = reachedAt + BigInt(ttlMs) * 1_000_000n;
          if (wasFree) expect(watched.times.term()).not.toBe(term ?? -1);
          watched.pass(lookMs);
          if (watched.now >= expiresAt) expect(watched.times.term()).toBeNull();
        }
      }),
    );
  });

  it('leave room for a renewal that has to be tried again', () => {
    const { renewEveryMs, timeoutMs, retryMs, standsMs } = leasePace(ttlMs);
    expect(renewEveryMs + timeoutMs + retryMs).toBeLessThan(standsMs);
    expect(standsMs).toBeLessThan(ttlMs);
  });
});
