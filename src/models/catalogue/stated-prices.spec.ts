import { describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { repriced } from './stated-prices.js';

const cached = aModel({
  costPerMTokIn: 2,
  costPerMTokOut: 10,
  price: {
    in: 2,
    out: 10,
    cacheRead: 0.5,
    cacheWrite: 2.5,
    tiers: [{ above: 200_000, in: 4, out: 15, cacheRead: 1 }],
  },
});

describe('repriced', () => {
  it('changes nothing where nothing is stated', () => {
    expect(repriced(cached, {})).toBe(cached);
  });

  it('keeps what is not stated in its relation to input and output', () => {
    expect(repriced(cached, { in: 4, out: 20 })).toMatchObject({
      costPerMTokIn: 4,
      costPerMTokOut: 20,
      price: {
        in: 4,
        out: 20,
        cacheRead: 1,
        cacheWrite: 5,
        tiers: [{ above: 200_000, in: 8, out: 30, cacheRead: 2 }],
      },
    });
  });

  it('takes prices of the cache as they are stated', () => {
    expect(repriced(aModel(), { cacheRead: 0.1 }).price).toEqual({ in: 1, out: 1, cacheRead: 0.1 });
  });

  it('has no further prices where there were none', () => {
    expect(repriced(aModel(), { in: 3 })).toEqual(aModel({ costPerMTokIn: 3 }));
  });
});
