import type { RunDetail } from '../records/work.js';

/** The share of a run's input that came from caches; null: no provider told of its cache. */
export function toldCachedShare({
  cachedShare,
  turns,
}: Pick<RunDetail, 'cachedShare' | 'turns'>): number | null {
  const isTold = turns.some(
    ({ usage }) => usage.cachedTokens !== undefined || usage.cacheWriteTokens !== undefined,
  );
  // Offices of earlier versions do not send it.
  return isTold && typeof cachedShare === 'number' ? cachedShare : null;
}
