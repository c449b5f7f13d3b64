import { expect } from '@jest/globals';

/**
 * Maximum time for which an input may block the event loop, in processor time of the main thread,
 * ms.
 */
const longestHoldMs = 100;

/** A slow case is repeated, because the first calls of a function are not compiled yet. */
const attempts = 4;

/**
 * Runs the work, which may take at most `longestHoldMs` of this thread's processor time; a busy
 * machine or another thread does not count.
 */
export async function heldBriefly(work: () => unknown): Promise<void> {
  let heldMs = Infinity;
  for (let tried = 0; heldMs > longestHoldMs && tried < attempts; tried += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    heldMs = (user + system) / 1000;
  }
  expect(heldMs).toBeLessThanOrEqual(longestHoldMs);
}

/**
 * Total number of generated cases over all tests; `npm run fuzz -- --cases 100000` is the long
 * form.
 */
const allCases = Number(process.env.FUZZ_CASES ?? 3000);

/** The number of cases for one test. @param share of 1 */
export function fuzzCases(share: number): number {
  return Math.ceil(allCases * share);
}
