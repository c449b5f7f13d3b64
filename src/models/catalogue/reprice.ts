import type { ModelPrice, ModelSpec, TokenPrice } from '../../protocol/records/models.js';

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
