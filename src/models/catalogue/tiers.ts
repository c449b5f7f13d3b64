import { modelTiers } from '../../protocol/records/enums.js';
import type { ModelTier } from '../../protocol/records/enums.js';

const ranks: Readonly<Record<ModelTier, number>> = {
  nano: 0,
  small: 1,
  standard: 2,
  strong: 3,
  max: 4,
};

/** Position of a tier, 0 for the least able. */
export function tierRank(tier: ModelTier): number {
  return ranks[tier];
}

/** The next tier up; `max` stays `max`. */
export function tierAbove(tier: ModelTier): ModelTier {
  return modelTiers[ranks[tier] + 1] ?? tier;
}

export function clampTier(tier: ModelTier, min: ModelTier, max: ModelTier): ModelTier {
  if (ranks[tier] < ranks[min]) return min;
  if (ranks[tier] > ranks[max]) return max;
  return tier;
}

export function isWithin(tier: ModelTier, min: ModelTier, max: ModelTier): boolean {
  return clampTier(tier, min, max) === tier;
}
