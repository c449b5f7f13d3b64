import type { ModelTier } from '../../protocol/records/enums.js';
import type { ModelPrice, ModelSpec, TokenPrice } from '../../protocol/records/models.js';

/** The tokens of a call by price category. */
interface BilledTokens {
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Part of the input read from the provider's cache. */
  readonly cachedTokens?: number;
  /** Part of the input written to the cache. */
  readonly cacheWriteTokens?: number;
}

/** Highest price assumed per tier; below `max` these are the bounds of `inferTier`. */
const dearestPerMTok: Readonly<Record<ModelTier, number>> = {
  nano: 0.3,
  small: 1,
  standard: 3,
  strong: 10,
  max: 30,
};

/** The two stated prices of a model; without them, the highest price of its tier. */
export function statedPrice(model: ModelSpec): TokenPrice {
  return model.unpriced === true
    ? dearestOfTier(model)
    : { in: model.costPerMTokIn, out: model.costPerMTokOut };
}

/** USD per thousand tokens with equal parts of input and output, for comparing models. */
export function blendedCostPerKTok(model: ModelSpec): number {
  const { in: tokensIn, out } = statedPrice(model);
  return (tokensIn + out) / 2 / 1000;
}

export function dearestOfTier({ tier }: ModelSpec): TokenPrice {
  return { in: dearestPerMTok[tier], out: dearestPerMTok[tier] };
}

/** USD for the tokens of a call, never below zero; a negative or absurd price counts as zero. */
export function costOf(price: ModelPrice, tokens: BilledTokens): number {
  const { in: fresh, out, cacheRead = fresh, cacheWrite = fresh } = priceAt(price, tokens.tokensIn);
  const cached = Math.min(tokens.cachedTokens ?? 0, tokens.tokensIn);
  const written = Math.min(tokens.cacheWriteTokens ?? 0, tokens.tokensIn - cached);
  const rest = tokens.tokensIn - cached - written;
  const usd =
    (rest * fresh + cached * cacheRead + written * cacheWrite + tokens.tokensOut * out) / 1e6;
  return Number.isFinite(usd) && usd > 0 ? usd : 0;
}

/** The prices that apply to a request with this many input tokens. */
export function priceAt(price: ModelPrice, tokensIn: number): TokenPrice {
  const reached = (price.tiers ?? []).filter(({ above }) => tokensIn > above);
  const last = Math.max(...reached.map(({ above }) => above));
  return reached.find(({ above }) => above === last) ?? price;
}

/** Prices stated for a model, USD per million tokens; absent ones stay unchanged. */
export type StatedPrices = Partial<TokenPrice>;

type PricedEntry = Pick<ModelSpec, 'costPerMTokIn' | 'costPerMTokOut' | 'price' | 'unpriced'>;

/**
 * An entry with these prices. Unstated prices of caches and long prompts keep their ratio to input
 * and output. An unpriced entry becomes priced once both input and output are stated.
 */
export function repriced<T extends PricedEntry>(entry: T, stated: StatedPrices): T {
  if (Object.values(stated).every((price) => price === undefined)) return entry;
  const { price: _, unpriced, ...rest } = entry;
  const costPerMTokIn = stated.in ?? entry.costPerMTokIn;
  const costPerMTokOut = stated.out ?? entry.costPerMTokOut;
  const remains = unpriced === true && (stated.in === undefined || stated.out === undefined);
  const price = { in: costPerMTokIn, out: costPerMTokOut, ...othersOf(entry, stated) };
  const more = Object.keys(price).length > 2;
  return {
    ...rest,
    costPerMTokIn,
    costPerMTokOut,
    ...(more && { price }),
    ...(remains && { unpriced }),
  } as T;
}

function othersOf(
  { price, costPerMTokIn, costPerMTokOut }: PricedEntry,
  stated: StatedPrices,
): Omit<ModelPrice, 'in' | 'out'> {
  const byIn = ratio(costPerMTokIn, stated.in);
  const byOut = ratio(costPerMTokOut, stated.out);
  const cacheRead = stated.cacheRead ?? scaled(price?.cacheRead, byIn);
  const cacheWrite = stated.cacheWrite ?? scaled(price?.cacheWrite, byIn);
  const tiers = price?.tiers?.map((tier) => ({
    above: tier.above,
    in: tier.in * byIn,
    out: tier.out * byOut,
    ...present('cacheRead', scaled(tier.cacheRead, byIn)),
    ...present('cacheWrite', scaled(tier.cacheWrite, byIn)),
  }));
  return {
    ...present('cacheRead', cacheRead),
    ...present('cacheWrite', cacheWrite),
    ...(tiers !== undefined && { tiers }),
  };
}

function ratio(before: number, stated: number | undefined): number {
  return stated === undefined || before === 0 ? 1 : stated / before;
}

function scaled(price: number | undefined, factor: number): number | undefined {
  return price === undefined ? undefined : price * factor;
}

function present(
  name: 'cacheRead' | 'cacheWrite',
  price: number | undefined,
): Partial<Pick<TokenPrice, 'cacheRead' | 'cacheWrite'>> {
  return price === undefined ? {} : { [name]: price };
}
