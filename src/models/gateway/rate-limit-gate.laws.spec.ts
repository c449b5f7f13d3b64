import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RateLimiter } from '#test/support/providers/core/rate-limiter.js';
import { RateLimitGate } from './rate-limit-gate.js';

/** Virtual time that jumps to the next timer when nothing else can run. */
class VirtualTime {
  private time = 1_000_000;
  private readonly waits = new Set<{ readonly at: number; readonly end: () => void }>();

  now(): number {
    return this.time;
  }

  elapsed(): number {
    return this.time;
  }

  pause(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wait = { at: this.time + ms, end: () => void (this.waits.delete(wait), resolve()) };
      this.waits.add(wait);
      signal?.addEventListener('abort', wait.end);
    });
  }

  /** Advances until the work is done. */
  async until(work: Promise<unknown>): Promise<void> {
    let isDone = false;
    void work.finally(() => (isDone = true));
    for (let steps = 0; steps < 5000; steps++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone) return;
      const [next] = [...this.waits].toSorted((a, b) => a.at - b.at);
      if (next === undefined) throw new Error('everybody waits for ever');
      this.time = Math.max(this.time, next.at);
      next.end();
    }
    throw new Error('this does not end');
  }
}

const scenario = fc.record({
  requestsPerMinute: fc.integer({ min: 1, max: 30 }),
  /** Start time of each call, ms. */
  begins: fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 1, maxLength: 12 }),
  latencyMs: fc.integer({ min: 1, max: 5000 }),
  tellsWait: fc.boolean(),
});

it('every call is served in the end, before it is given up, however many share a limit', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ requestsPerMinute, begins, latencyMs, tellsWait }) => {
      const clock = new VirtualTime();
      const gate = new RateLimitGate(clock, () => 0.5);
      const provider = new RateLimiter({ requestsPerMinute }, 60_000);
      const { signal } = new AbortController();
      const call = async (beginsAt: number): Promise<number> => {
        await clock.pause(beginsAt);
        const ticket = gate.ticket();
        for (let refusals = 0; ; refusals++) {
          await gate.pass(ticket, signal, () => {});
          await clock.pause(latencyMs);
          const reached = provider.take(0, clock.now());
          if (reached === null) {
            gate.accepted(ticket);
            return refusals;
          }
          gate.refused(ticket, tellsWait ? reached.retryMs : null);
        }
      };
      const served = Promise.all(begins.map(call));
      await clock.until(served);
      // Below the number of refusals after which a route is given up (retry-policy.ts).
      expect(Math.max(...(await served))).toBeLessThan(tellsWait ? 12 : 20);
    }),
    { numRuns: 60 },
  );
});
