import type { ModelPrice, ModelSpec, TokenPrice } from '../../protocol/records/models.js';
import { wireModelId } from '../providers/live/wire-model-id.js';
import { knownModelOf, modelDataOf } from './model-data.js';
import { dearestOfTier } from './stated-prices.js';

/**
 * The price of a model's calls. The catalogue's two prices apply, with an operator's correction;
 * prices of caches and long inputs keep their ratio to them. Without provider prices the data's
 * apply; an unpriced model never counts as free.
 */
export function priceOf(model: ModelSpec): ModelPrice {
  const known = model.price ?? knownPriceOf(model);
  if (model.unpriced === true) return known ?? model.assumedPrice ?? dearestOfTier(model);
  const stated = { in: model.costPerMTokIn, out: model.costPerMTokOut };
  return known === undefined ? stated : inProportion(known, stated);
}

/** True if the model's price is assumed because nobody states one. */
export function hasAssumedPrice(model: ModelSpec): boolean {
  return model.unpriced === true && (model.price ?? knownPriceOf(model)) === undefined;
}

/** The highest price per input and output token at this input length, USD per million. */
export function dearestAt(price: ModelPrice, tokensIn: number): { in: number; out: number } {
  const reached = (price.tiers ?? []).filter(({ above }) => tokensIn > above);
  const all = [price, ...reached];
  return { in: Math.max(0, ...all.map(dearestInput)), out: dearest(all.map(({ out }) => out)) };
}

/** Gives models without a price the highest price that their provider is known to charge. */
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
  // A price of zero cannot be scaled, so only the stated prices remain.
  if (input === 0 || output === 0) return stated;
  return { ...scaled(base), ...stated, ...(tiers && { tiers: tiers.map(scaled) }) };
}

/** Null: no prices are known, or all are free. */
function dearestOf(prices: readonly ModelPrice[]): ModelPrice | null {
  const tiers = prices.flatMap((price) => price.tiers ?? []);
  const base = dearestToken(prices);
  if (base.in === 0 && base.out === 0) return null;
  if (tiers.length === 0) return base;
  const above = Math.min(...tiers.map((tier) => tier.above));
  return { ...base, tiers: [{ ...dearestToken([...prices, ...tiers]), above }] };
}

/** Cached input counts like other input. */
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
