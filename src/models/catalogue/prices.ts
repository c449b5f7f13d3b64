import type { ModelPrice, ModelSpec, TokenPrice } from '../../protocol/records/models.js';
import { wireModelId } from '../providers/live/wire-model-id.js';
import { knownModelOf, modelDataOf } from './model-data.js';
import { dearestOfTier } from './stated-prices.js';

/**
 * What calls of a model are reckoned at. The catalogue's two prices hold, an operator's correction
 * included; prices of caches and of long inputs keep their proportion to them. Where the vendor
 * states none, the data's hold; a model without any is never taken for a free one.
 */
export function priceOf(model: ModelSpec): ModelPrice {
  const known = model.price ?? knownPriceOf(model);
  if (model.unpriced === true) return known ?? model.assumedPrice ?? dearestOfTier(model);
  const stated = { in: model.costPerMTokIn, out: model.costPerMTokOut };
  return known === undefined ? stated : inProportion(known, stated);
}

/** Nobody states what the model costs: its price is assumed. */
export function hasAssumedPrice(model: ModelSpec): boolean {
  return model.unpriced === true && (model.price ?? knownPriceOf(model)) === undefined;
}

/** The most that one token of so long an input, and one of output, can cost: USD per million. */
export function dearestAt(price: ModelPrice, tokensIn: number): { in: number; out: number } {
  const reached = (price.tiers ?? []).filter(({ above }) => tokensIn > above);
  const all = [price, ...reached];
  return { in: Math.max(0, ...all.map(dearestInput)), out: dearest(all.map(({ out }) => out)) };
}

/** The models, those without a price with the dearest that their vendor is known to charge. */
export function withAssumedPrices(models: readonly ModelSpec[]): readonly ModelSpec[] {
  return models.map((model) => {
    if (!hasAssumedPrice(model)) return model;
    const listed = models.filter(
      ({ providerId, unpriced }) => providerId === model.providerId && unpriced !== true,
    );
    const known = (modelDataOf(model.providerId)?.models ?? []).flatMap(({ price }) => price ?? []);
    const assumedPrice = dearestOf([...listed.map(priceOf), ...known]);
    return assumedPrice === null ? model : { ...model, assumedPrice };
  });
}

function knownPriceOf({ providerId, id }: ModelSpec): ModelPrice | undefined {
  return knownModelOf(providerId, wireModelId(providerId, id))?.price;
}

function inProportion(known: ModelPrice, stated: TokenPrice): ModelPrice {
  if (known.in === stated.in && known.out === stated.out) return known;
  const input = known.in > 0 ? stated.in / known.in : 0;
  const output = known.out > 0 ? stated.out / known.out : 0;
  const scaled = <P extends TokenPrice>(price: P): P => ({
    ...price,
    in: price.in * input,
    out: price.out * output,
    ...(price.cacheRead !== undefined && { cacheRead: price.cacheRead * input }),
    ...(price.cacheWrite !== undefined && { cacheWrite: price.cacheWrite * input }),
  });
  const { tiers, ...base } = known;
  // Nothing can be scaled that is free: then the stated prices are all there is.
  if (input === 0 || output === 0) return stated;
  return { ...scaled(base), ...stated, ...(tiers && { tiers: tiers.map(scaled) }) };
}

/** Null: none of them is known, or all are free. */
function dearestOf(prices: readonly ModelPrice[]): ModelPrice | null {
  const tiers = prices.flatMap((price) => price.tiers ?? []);
  const base = dearestToken(prices);
  if (base.in === 0 && base.out === 0) return null;
  if (tiers.length === 0) return base;
  const above = Math.min(...tiers.map((tier) => tier.above));
  return { ...base, tiers: [{ ...dearestToken([...prices, ...tiers]), above }] };
}

/** What is read from a cache counts like any other input. */
function dearestToken(prices: readonly TokenPrice[]): TokenPrice {
  return {
    in: dearest(prices.map((price) => price.in)),
    out: dearest(prices.map((price) => price.out)),
    cacheWrite: dearest(prices.map(dearestInput)),
  };
}

function dearestInput({ in: fresh, cacheRead = fresh, cacheWrite = fresh }: TokenPrice): number {
  return dearest([fresh, cacheRead, cacheWrite]);
}

function dearest(prices: readonly number[]): number {
  return Math.max(0, ...prices.filter(Number.isFinite));
}
