import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aModel } from '#test/support/models/a-model.js';
import { dearestAt, hasAssumedPrice, priceOf, withAssumedPrices } from './prices.js';
import { blendedCostPerKTok, costOf } from './stated-prices.js';

const sonnet = { in: 3, out: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const gemini = {
  in: 2,
  out: 12,
  cacheRead: 0.2,
  tiers: [{ above: 200_000, in: 4, out: 18, cacheRead: 0.4 }],
};

describe('costOf', () => {
  it('bills what was cached, what was written and the rest at their own prices', () => {
    const tokens = { tokensIn: 100_000, tokensOut: 2000, cachedTokens: 60_000 };
    // 30,000 uncached, 60,000 read, 10,000 written, 2,000 output.
    const usd = 0.09 + 0.018 + 0.0375 + 0.03;
    expect(costOf(sonnet, { ...tokens, cacheWriteTokens: 10_000 })).toBeCloseTo(usd, 10);
  });

  it('takes a cache without a price of its own for other input', () => {
    const tokens = { tokensIn: 1e6, tokensOut: 0, cachedTokens: 4e5, cacheWriteTokens: 1e5 };
    expect(costOf({ in: 5, out: 1 }, tokens)).toBe(5);
  });

  it('bills a whole request at the prices of a long input once it is one', () => {
    const request = (tokensIn: number) => ({ tokensIn, tokensOut: 1000, cachedTokens: 100_000 });
    expect(costOf(gemini, request(200_000))).toBeCloseTo(0.2 + 0.02 + 0.012, 10);
    expect(costOf(gemini, request(200_001))).toBeCloseTo(0.400_004 + 0.04 + 0.018, 10);
  });

  it('goes by the highest threshold that was passed, in whatever order they stand', () => {
    const tiers = [
      { above: 500, in: 9, out: 9 },
      { above: 100, in: 5, out: 5 },
    ];
    const at = (tokensIn: number) => costOf({ in: 1, out: 1, tiers }, { tokensIn, tokensOut: 0 });
    expect([at(100), at(101), at(501)]).toEqual([100, 505, 4509].map((usd) => usd / 1e6));
  });

  it.each([-5, NaN, Infinity])('never refunds: a price of %d is none', (price) => {
    expect(costOf({ in: price, out: price }, { tokensIn: 10, tokensOut: 10 })).toBe(0);
  });

  const dollars = fc.double({ min: 0, max: 100, noNaN: true });
  const tokens = fc.nat({ max: 1_000_000 });

  it('never exceeds the dearest, however the input falls on caches', () => {
    const tier = fc.record({ in: dollars, out: dollars, cacheRead: dollars, cacheWrite: dollars });
    const price = fc
      .tuple(tier, fc.array(fc.tuple(tier, tokens), { maxLength: 3 }))
      .map(([base, tiers]) => ({
        ...base,
        tiers: tiers.map(([dearer, above]) => ({ ...dearer, above })),
      }));
    fc.assert(
      fc.property(
        price,
        tokens,
        tokens,
        tokens,
        tokens,
        (drawn, input, output, cached, written) => {
          const worst = dearestAt(drawn, input);
          const billed = {
            tokensIn: input,
            tokensOut: output,
            cachedTokens: cached,
            cacheWriteTokens: written,
          };
          const bound = (input * worst.in + output * worst.out) / 1e6;
          expect(costOf(drawn, billed)).toBeLessThanOrEqual(bound + 1e-9);
        },
      ),
    );
  });
});

describe('priceOf', () => {
  it('is what the catalogue says of caches and long inputs', () => {
    const model = aModel({ costPerMTokIn: 2, costPerMTokOut: 12, price: gemini });
    expect(priceOf(model)).toEqual(gemini);
  });

  it('keeps the proportion when an operator has corrected the prices', () => {
    const model = aModel({ costPerMTokIn: 4, costPerMTokOut: 6, price: gemini });
    expect(priceOf(model)).toEqual({
      in: 4,
      out: 6,
      cacheRead: 0.4,
      tiers: [{ above: 200_000, in: 8, out: 9, cacheRead: 0.8 }],
    });
  });

  it('is nothing but the two prices where no more is known', () => {
    expect(priceOf(aModel({ costPerMTokIn: 1, costPerMTokOut: 2 }))).toEqual({ in: 1, out: 2 });
  });

  it('is nothing where an operator has set it to nothing', () => {
    const free = aModel({ costPerMTokIn: 0, costPerMTokOut: 0, price: gemini });
    expect(priceOf(free)).toEqual({ in: 0, out: 0 });
  });
});

describe('a model without a price', () => {
  const unpriced = aModel({ id: 'new', unpriced: true, costPerMTokIn: 0, costPerMTokOut: 0 });

  it('is reckoned at the dearest that its provider is known to charge', () => {
    const others = [
      aModel({ id: 'a', costPerMTokIn: 2, costPerMTokOut: 8 }),
      aModel({ id: 'b', costPerMTokIn: 6, costPerMTokOut: 6 }),
      aModel({ id: 'c', providerId: 'other', costPerMTokIn: 99, costPerMTokOut: 99 }),
    ];
    const found = withAssumedPrices([unpriced, ...others])[0] ?? unpriced;
    expect(priceOf(found)).toMatchObject({ in: 6, out: 8 });
  });

  it('counts what the data knows of its provider, long inputs included', () => {
    const model = { ...unpriced, providerId: 'gemini' };
    const { assumedPrice } = withAssumedPrices([model])[0] ?? model;
    expect(assumedPrice?.out).toBeGreaterThanOrEqual(12);
    expect(assumedPrice?.tiers?.[0]?.out).toBeGreaterThanOrEqual(18);
  });

  it('has the price of the data where that knows it', () => {
    const known = aModel({ ...unpriced, providerId: 'gemini', id: 'gemini-2.5-pro' });
    expect(withAssumedPrices([known])).toEqual([known]);
    expect(hasAssumedPrice(known)).toBe(false);
    expect(priceOf(known)).toMatchObject({ in: 1.25, out: 10, cacheRead: 0.125 });
  });

  it('is reckoned at the bound of its tier where nobody charges anything', () => {
    expect(withAssumedPrices([unpriced])).toEqual([unpriced]);
    expect(priceOf(unpriced)).toEqual({ in: 3, out: 3 });
  });

  it('is ranked by its tier', () => {
    const assumedPrice = { in: 100, out: 100 };
    expect(blendedCostPerKTok({ ...unpriced, assumedPrice })).toBe(0.003);
  });
});
