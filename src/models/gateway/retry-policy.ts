/**
 * When a model call is tried again. Not `p-retry`: whether there is another try depends on what was
 * streamed and paid so far, each try is counted, and these pauses are stated in
 * behaviour-engine.md 3.7.
 */

/** Tries at one route, the first one included (behaviour-engine.md 3.7). */
export const attemptsPerRoute = 3;

const firstDelayMs = 400;
const jitterMs = 400;
const longestDelayMs = 10_000;

/** Pause before retry `n` (1 for the first); `random` is in [0, 1). */
export function retryDelayMs(n: number, random: number): number {
  const jitter = Math.floor(random * jitterMs);
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (n - 1) + jitter);
}
