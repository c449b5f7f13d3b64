import { describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import type { TokenCounts } from '../gateway/usage.js';
import { believedCounts, boundsOf } from './believed-counts.js';

const model = aModel({ costPerMTokIn: 1, costPerMTokOut: 10 });
const unpriced = aModel({ unpriced: true });
/** At most $0.02 at the prices of the model. */
const bounds = boundsOf(model, 10_000, 1000);

describe('what is believed of a provider’s counts', () => {
  const plain = { tokensIn: 9000, tokensOut: 900 };

  it.each<[string, TokenCounts, TokenCounts, readonly string[]]>([
    ['all of it', plain, plain, []],
    [
      'counts at the bound',
      { tokensIn: 10_000, tokensOut: 1000 },
      { tokensIn: 10_000, tokensOut: 1000 },
      [],
    ],
    [
      'no input beyond the bound, nor its parts',
      { tokensIn: 10_001, tokensOut: 3, cachedTokens: 5 },
      { tokensOut: 3 },
      ['input tokens'],
    ],
    [
      'no output beyond the bound, nor its parts',
      { tokensIn: 7, tokensOut: 4294967295, reasoningTokens: 9 },
      { tokensIn: 7 },
      ['output tokens'],
    ],
    [
      'neither of two floats',
      { tokensIn: 1e308, tokensOut: 1e308 },
      {},
      ['input tokens', 'output tokens'],
    ],
    ['no infinity', { tokensIn: Infinity, tokensOut: 1 }, { tokensOut: 1 }, ['input tokens']],
    ['a bill', { ...plain, billedUsd: 0.018 }, { ...plain, billedUsd: 0.018 }, []],
    ['a bill with a fee', { ...plain, billedUsd: 0.045 }, { ...plain, billedUsd: 0.045 }, []],
    ['no bill beyond twice the worst case', { ...plain, billedUsd: 0.06 }, plain, ['USD']],
    ['no bill of a billion', { ...plain, billedUsd: 1e9 }, plain, ['USD']],
    ['no bill of next to nothing', { ...plain, billedUsd: 1e-12 }, plain, []],
  ])('is %s', (_name, told, expected, doubted) => {
    const { counts, doubts } = believedCounts(told, bounds, model);
    expect(counts).toEqual(expected);
    expect(doubts.map(({ what }) => what)).toEqual(doubted);
  });

  it.each([
    [0.5, true],
    [1e-9, true],
    [1e9, false],
  ])('is a bill of %d of a model without a price: %s', (billedUsd, isBelieved) => {
    const { counts } = believedCounts({ billedUsd }, boundsOf(unpriced, 10_000, 1000), unpriced);
    expect('billedUsd' in counts).toBe(isBelieved);
  });
});
