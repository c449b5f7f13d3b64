import type { ModelTier } from '../../protocol/records/enums.js';
import type { ModelSpec, TokenPrice } from '../../protocol/records/models.js';

export interface TokenPrices {
  /** USD per million input tokens. */
  readonly inPerMTok: number;
  /** USD per million output tokens. */
  readonly outPerMTok: number;
  /** The vendor states no price; these are its dearest, or what the tier may cost. */
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
    const { in: inPerMTok, out: outPerMTok } = model.price ?? dearestOfTier(model.tier);
    return { inPerMTok, outPerMTok, assumed: true };
  }
  return { inPerMTok: model.costPerMTokIn, outPerMTok: model.costPerMTokOut, assumed: false };
}

function dearestOfTier(tier: ModelTier): TokenPrice {
  return { in: dearestPerMTok[tier], out: dearestPerMTok[tier] };
}

/**
 * The models of one vendor, those without a price reckoned at the dearest that is known of it.
 * Where it states none, the bounds of their tiers stand.
 */
export function withAssumedPrices(models: readonly ModelSpec[]): readonly ModelSpec[] {
  const priced = models.filter((model) => model.unpriced !== true && isPriced(model));
  if (priced.length === 0 || priced.length === models.length) return models;
  const price = {
    in: Math.max(...priced.map(({ costPerMTokIn }) => costPerMTokIn)),
    out: Math.max(...priced.map(({ costPerMTokOut }) => costPerMTokOut)),
  };
  return models.map((model) => (model.unpriced === true ? { ...model, price } : model));
}

/** What is given away says nothing of what the others cost. */
function isPriced({ costPerMTokIn, costPerMTokOut }: ModelSpec): boolean {
  return costPerMTokIn > 0 || costPerMTokOut > 0;
}

/** USD per thousand tokens, input and output in equal parts. */
export function blendedCostPerKTok(model: ModelSpec): number {
  const prices = pricesOf(model);
  return (prices.inPerMTok + prices.outPerMTok) / 2 / 1000;
}
