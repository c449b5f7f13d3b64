/**
 * When a model call is retried (docs/models.md, What is tried again). Not `p-retry`: a retry
 * depends on what was streamed and paid so far, and each attempt is counted.
 */

/** Attempts per route, including the first, without refusals for the rate. */
const attemptsPerRoute = 3;

/** Longest single wait, whatever a provider asks for, ms. */
export const longestWaitMs = 120_000;

/** Refusals for the rate before a route is given up; fewer if another provider can answer. */
const mostRefusals = 12;
const mostRefusalsWithOthers = 4;
/** The same if the provider states no waiting time, so that waits are short. */
const mostSilentRefusals = 20;

const firstDelayMs = 400;
const jitterMs = 400;
const longestDelayMs = 10_000;

/** Pause before retry `n` (from 1); `random` is in [0, 1). */
export function retryDelayMs(n: number, random: number): number {
  const jitter = Math.floor(random * jitterMs);
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (n - 1) + jitter);
}

/** Progress of one route. */
interface RouteTries {
  /** Failed attempts, without refusals for the rate. */
  readonly failures: number;
  readonly refusals: number;
}

/** The last attempt's failure, as far as it affects the next. */
export interface TryFailure {
  readonly retryable: boolean;
  /** Refused for its rate. */
  readonly limited: boolean;
  /** The provider's waiting time; null: not stated. */
  readonly waitMs: number | null;
}

/**
 * The next step after a failed attempt: `limit` = retry when the provider's limit allows it, a
 * number = retry after this many ms, null = give up the route.
 * @param hasOthers another provider is among the remaining routes
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
