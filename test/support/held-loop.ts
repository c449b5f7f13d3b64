import { expect } from '@jest/globals';

/** No input may hold the event loop for longer: of the main thread's own time, in ms. */
const longestHoldMs = 100;

/** A slow case is tried again: the first calls of a function are not compiled yet. */
const attempts = 4;

/**
 * Does the work, which has to take at most `longestHoldMs` of processor time of this thread: what
 * a busy machine or another thread takes does not count.
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

/** What all tests of generated input try together; `npm run fuzz -- --cases 100000` is the long form. */
const allCases = Number(process.env.FUZZ_CASES ?? 3000);

/** How many cases of them one test tries. @param share of 1 */
export function fuzzCases(share: number): number {
  return Math.ceil(allCases * share);
}
