import { describe, expect, it } from '@jest/globals';
import { aModel } from '../../../../../test/support/models/a-model.js';
import { callCeiling } from './call-ceiling.js';

const small = aModel({ id: 'small', maxOutputTokens: 4096, costPerMTokIn: 1, costPerMTokOut: 9 });
const large = aModel({ id: 'large', maxOutputTokens: 16_384, costPerMTokIn: 3, costPerMTokOut: 6 });

describe('callCeiling', () => {
  it('takes the dearest price of each kind and the longest answer over all routes', () => {
    expect(callCeiling([small, large], undefined)).toEqual({
      tokensOutMax: 16_384,
      usdPerMTokIn: 3,
      usdPerMTokOut: 9,
    });
  });

  it.each([
    ['a policy that allows less', 2000, 2000],
    ['a policy that allows more than any model can give', 1_000_000, 16_384],
  ])('minds %s', (_, policy, expected) => {
    expect(callCeiling([small, large], policy).tokensOutMax).toBe(expected);
  });

  it('takes a model without a price for the dearest of its tier, not for a free one', () => {
    const { usdPerMTokIn, usdPerMTokOut } = callCeiling(
      [aModel({ unpriced: true, tier: 'max', costPerMTokIn: 0, costPerMTokOut: 0 })],
      undefined,
    );
    expect(usdPerMTokIn).toBeGreaterThan(0);
    expect(usdPerMTokOut).toBeGreaterThan(0);
  });

  it('never counts on a price below zero', () => {
    const odd = aModel({ costPerMTokIn: -5, costPerMTokOut: -5 });
    expect(callCeiling([odd], undefined)).toMatchObject({ usdPerMTokIn: 0, usdPerMTokOut: 0 });
  });

  it('assumes 8192 tokens where nothing is known', () => {
    expect(callCeiling([], undefined)).toEqual({
      tokensOutMax: 8192,
      usdPerMTokIn: 0,
      usdPerMTokOut: 0,
    });
    expect(callCeiling([], 300).tokensOutMax).toBe(300);
  });
});
