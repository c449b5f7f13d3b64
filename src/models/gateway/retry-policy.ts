/**
 * When a model call is tried again (docs/models.md, What is tried again). Not `p-retry`: whether
 * there is another try depends on what was streamed and paid so far, and each try is counted.
 */

/** Tries at one route, the first one included, refusals for the rate left out. */
const attemptsPerRoute = 3;

/** Most that one wait lasts, whatever a vendor says, ms. */
export const longestWaitMs = 120_000;

/** Refusals for the rate after which a route is given up; fewer where another provider can answer. */
const mostRefusals = 12;
const mostRefusalsWithOthers = 4;
/** The same where the vendor does not say how long to wait, so that waits are short. */
const mostSilentRefusals = 20;

const firstDelayMs = 400;
const jitterMs = 400;
const longestDelayMs = 10_000;

/** Pause before retry `n` (1 for the first); `random` is in [0, 1). */
export function retryDelayMs(n: number, random: number): number {
  const jitter = Math.floor(random * jitterMs);
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (n - 1) + jitter);
}

/** What one route has come to so far. */
interface RouteTries {
  /** Tries that failed, refusals for the rate left out. */
  readonly failures: number;
  readonly refusals: number;
}

/** The failure of the last try, as far as the next one depends on it. */
export interface TryFailure {
  readonly retryable: boolean;
  /** Refused for the rate. */
  readonly limited: boolean;
  /** What the vendor wants; null: it does not say. */
  readonly waitMs: number | null;
}

/**
 * What comes after a failed try: `limit` = the same route once the provider's limit allows it,
 * a number = the same route after so many ms, null = no more of this route.
 * @param hasOthers another provider is among the routes that are left
 */
export function nextTry(
  { failures, refusals }: RouteTries,
  { retryable, limited, waitMs }: TryFailure,
  hasOthers: boolean,
  random: number,
): 'limit' | number | null {
  if (limited) {
    if (hasOthers && (waitMs ?? 0) > longestWaitMs) return null;
    const alone = waitMs === null ? mostSilentRefusals : mostRefusals;
    return refusals < (hasOthers ? mostRefusalsWithOthers : alone) ? 'limit' : null;
  }
  if (!retryable || failures >= attemptsPerRoute) return null;
  const isTold = waitMs !== null && waitMs > 0;
  return Math.min(longestWaitMs, isTold ? waitMs : retryDelayMs(failures, random));
}
