import { ageAt } from '#platform/clock.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import type { StoredIssue } from '../rows/forge-issues.repository.js';

/** What was refused is tried again after so long, as most refusals pass, ms. */
export const refusedForMs = 10 * 60_000;

/**
 * Whether going on was refused a moment ago, and nothing is new since then.
 * @param times of what waits
 */
export function isRefusedLately(
  { note, changedAt }: Pick<StoredIssue, 'note' | 'changedAt'>,
  times: readonly number[],
  now: number,
): boolean {
  const isRefused = note?.startsWith(forgeTexts.refusedWork('')) === true;
  const isNew = times.some((at) => at > changedAt);
  return isRefused && !isNew && ageAt(now, changedAt) < refusedForMs;
}
