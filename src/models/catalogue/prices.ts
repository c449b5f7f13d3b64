import type { ModelTier } from '../../protocol/records/enums.js';
import type { ModelPrice, ModelSpec, TokenPrice } from '../../protocol/records/models.js';
import { wireModelId } from '../vendors/live/wire-model-id.js';
import { knownModelOf, modelDataOf } from './model-data.js';

/** The tokens of a call by what they cost. */
export interface BilledTokens {
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Part of the input that was read from the vendor's cache. */
  readonly cachedTokens?: number;
  /** Part of the input that was written to it. */
  readonly cacheWriteTokens?: number;
}

/** The dearest a model of each tier is taken to be: the bounds of behaviour-engine.md 6.8. */
const dearestPerMTok: Readonly<Record<ModelTier, number>> = {
  nano: 0.3,
  small: 1,
  standard: 3,
  strong: 10,
  max: 30,
};

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

/** USD for the tokens of one call, never below zero: a negative or absurd price is none. */
export function costOf(price: ModelPrice, tokens: BilledTokens): number {
  const { in: fresh, out, cacheRead = fresh, cacheWrite = fresh } = priceAt(price, tokens.tokensIn);
  const cached = Math.min(tokens.cachedTokens ?? 0, tokens.tokensIn);
  const written = Math.min(tokens.cacheWriteTokens ?? 0, tokens.tokensIn - cached);
  const rest = tokens.tokensIn - cached - written;
  const usd =
    (rest * fresh + cached * cacheRead + written * cacheWrite + tokens.tokensOut * out) / 1e6;
  return Number.isFinite(usd) && usd > 0 ? usd : 0;
}

/** The prices that hold for a request with so many tokens of input. */
export function priceAt(price: ModelPrice, tokensIn: number): TokenPrice {
  const reached = (price.tiers ?? []).filter(({ above }) => tokensIn > above);
  const last = Math.max(...reached.map(({ above }) => above));
  return reached.find(({ above }) => above === last) ?? price;
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

/**
 * USD per thousand tokens, input and output in equal parts, by which models are compared. One
 * without a price counts as the dearest of its tier.
 */
export function blendedCostPerKTok(model: ModelSpec): number {
  const { in: tokensIn, out } =
    model.unpriced === true
      ? dearestOfTier(model)
      : { in: model.costPerMTokIn, out: model.costPerMTokOut };
  return (tokensIn + out) / 2 / 1000;
}

function dearestOfTier({ tier }: ModelSpec): TokenPrice {
  return { in: dearestPerMTok[tier], out: dearestPerMTok[tier] };
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
