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

/** Lower bounds of quality per tier, half way between the tiers' baselines. */
const leastQuality: readonly [ModelTier, number][] = [
  ['max', 0.885],
  ['strong', 0.72],
  ['standard', 0.535],
  ['small', 0.35],
  ['nano', 0],
];

/** An inferred tier, moved by at most one step towards the tier of a measured quality (0..1). */
export function refinedTier(inferred: ModelTier, quality: number): ModelTier {
  const measured = leastQuality.find(([, least]) => quality >= least)?.[0] ?? 'nano';
  const step = Math.sign(ranks[measured] - ranks[inferred]);
  return modelTiers[ranks[inferred] + step] ?? inferred;
}

export function clampTier(tier: ModelTier, min: ModelTier, max: ModelTier): ModelTier {
  if (ranks[tier] < ranks[min]) return min;
  if (ranks[tier] > ranks[max]) return max;
  return tier;
}

export function isWithin(tier: ModelTier, min: ModelTier, max: ModelTier): boolean {
  return clampTier(tier, min, max) === tier;
}
