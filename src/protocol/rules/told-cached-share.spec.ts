import { describe, expect, it } from '@jest/globals';
import { sampleTurn } from '#test/support/sample-records.js';
import type { UsageRecord } from '../records/work.js';
import { toldCachedShare } from './told-cached-share.js';

describe('toldCachedShare', () => {
  const counts = { tokensIn: 100, tokensOut: 20, costUsd: 0.001 };
  const shareOf = (cachedShare: number | null, ...usages: Partial<UsageRecord>[]) =>
    toldCachedShare({
      cachedShare,
      turns: usages.map((usage) => sampleTurn({ usage: { ...counts, ...usage } })),
    });

  it('is the share where a provider told what it read from its cache or wrote to it', () => {
    expect(shareOf(0.25, { cachedTokens: 50 }, {})).toBe(0.25);
    expect(shareOf(0, { cacheWriteTokens: 80 })).toBe(0);
  });

  it('is not known where none did, or nothing was asked', () => {
    expect(shareOf(0, {}, {})).toBeNull();
    expect(shareOf(null)).toBeNull();
  });
});
