import { OutboxFailure } from './outbox-job.js';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Waits between attempts, ms: ten attempts within a day. */
export const usualWaits: readonly number[] = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  8 * hourMs,
  8 * hourMs,
];

/** Longest wait that a receiver may ask for, ms. */
export const longestAskedMs = 24 * hourMs;

/**
 * Ms until the next attempt; null: there is none. A receiver may ask for a longer wait than the
 * usual one, but not for a shorter one, which would use up the attempts sooner. `chance` in 0..1
 * spreads attempts that failed together over a fifth of the wait.
 */
export function waitAfter(
  thrown: unknown,
  attempts: number,
  waits: readonly number[],
  chance: number,
): number | null {
  const asked = thrown instanceof OutboxFailure ? thrown.retryInMs : undefined;
  if (asked === null) return null;
  const usual = waits[attempts - 1];
  if (usual === undefined) return null;
  return Math.max(Math.round(usual * (1 + chance / 5)), Math.min(asked ?? 0, longestAskedMs));
}
