import type { Candidate } from './score-candidate.js';

/** Best first: score, then the lower price, then id, and provider id as the last resort. */
export function rankCandidates(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort(
    (a, b) =>
      b.score - a.score ||
      a.costPerKTok - b.costPerKTok ||
      compare(a.model.id, b.model.id) ||
      compare(a.model.providerId, b.model.providerId),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
