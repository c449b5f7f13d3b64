import type { ModelTier } from '../../protocol/records/enums.js';
import type { ModelSpec } from '../../protocol/records/models.js';

export interface TokenPrices {
  /** USD per million input tokens. */
  readonly inPerMTok: number;
  /** USD per million output tokens. */
  readonly outPerMTok: number;
  /** The vendor states no price; these are what its tier may cost. */
  readonly assumed: boolean;
}

/** The dearest a model of each tier is taken to be: the bounds of behaviour-engine.md 6.8. */
const dearestPerMTok: Readonly<Record<ModelTier, number>> = {
  nano: 0.3,
  small: 1,
  standard: 3,
  strong: 10,
  max: 30,
};

/** Prices to reckon with. A model without a stated price is never taken for a free one. */
export function pricesOf(model: ModelSpec): TokenPrices {
  if (model.unpriced === true) {
    const assumed = dearestPerMTok[model.tier];
    return { inPerMTok: assumed, outPerMTok: assumed, assumed: true };
  }
  return { inPerMTok: model.costPerMTokIn, outPerMTok: model.costPerMTokOut, assumed: false };
}

/** USD per thousand tokens, input and output in equal parts. */
export function blendedCostPerKTok(model: ModelSpec): number {
  const prices = pricesOf(model);
  return (prices.inPerMTok + prices.outPerMTok) / 2 / 1000;
}
