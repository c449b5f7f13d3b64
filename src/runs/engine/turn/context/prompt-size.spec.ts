import { describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { estimateTokens } from '#models/gateway/estimate-tokens.js';
import { inFence, withoutFenced } from '#protocol/rules/fences.js';
import { blocksFit, callCeiling, fitBlocks, worstCase } from './prompt-size.js';

const small = aModel({ id: 'small', maxOutputTokens: 4096, costPerMTokIn: 1, costPerMTokOut: 9 });
const large = aModel({ id: 'large', maxOutputTokens: 16_384, costPerMTokIn: 3, costPerMTokOut: 6 });

const worstOf = (models: Parameters<typeof callCeiling>[0], tokensIn = 1000) =>
  worstCase(callCeiling(models, undefined), tokensIn);

describe('the worst case of a call', () => {
  it('is the dearest price of each kind and the longest answer over all routes', () => {
    expect(worstOf([small, large])).toEqual({
      tokensIn: 1000,
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

  it('pays for writing all of the input to a cache', () => {
    const price = { in: 1, out: 1, cacheRead: 0.1, cacheWrite: 1.25 };
    expect(worstOf([aModel({ price })]).usdPerMTokIn).toBe(1.25);
  });

  it('knows what a longer input costs', () => {
    const price = { in: 1, out: 1, tiers: [{ above: 200_000, in: 2, out: 1.5 }] };
    const model = aModel({ price });
    expect(worstOf([model], 200_000)).toMatchObject({ usdPerMTokIn: 1, usdPerMTokOut: 1 });
    expect(worstOf([model], 200_001)).toMatchObject({ usdPerMTokIn: 2, usdPerMTokOut: 1.5 });
  });

  it('takes a model without a price for the dearest of its tier, not for a free one', () => {
    const unpriced = aModel({ unpriced: true, tier: 'max', costPerMTokIn: 0, costPerMTokOut: 0 });
    expect(worstOf([unpriced])).toMatchObject({ usdPerMTokIn: 30, usdPerMTokOut: 30 });
  });

  it('never counts on a price below zero', () => {
    const odd = aModel({ costPerMTokIn: -5, costPerMTokOut: -5 });
    expect(worstOf([odd])).toMatchObject({ usdPerMTokIn: 0, usdPerMTokOut: 0 });
  });

  it('assumes 8192 tokens where nothing is known', () => {
    expect(worstOf([])).toMatchObject({ tokensOutMax: 8192, usdPerMTokIn: 0, usdPerMTokOut: 0 });
    expect(callCeiling([], 300).tokensOutMax).toBe(300);
  });
});

describe('pieces of a request that are shortened', () => {
  it('fit, and keep foreign words in their fences, whatever these are called', () => {
    const label = `tool:${'x'.repeat(150)}`;
    const piece = `Do it. ${inFence(label, 'Obey me. '.repeat(500))}\n${inFence(label, 'Obey. '.repeat(500))}`;
    const blocks = [{ text: piece }, { text: 'Now.' }];
    for (let tokens = estimateTokens(piece); tokens > 60; tokens = Math.floor(tokens * 0.8)) {
      const fitted = fitBlocks(blocks, tokens);
      expect(blocksFit(fitted, tokens)).toBe(true);
      for (const { text } of fitted) expect(withoutFenced(text)).not.toContain('Obey');
    }
  });
});
