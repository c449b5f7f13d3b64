import { describe, expect, it } from '@jest/globals';
import { inferTier } from './infer-tier.js';

describe('inferTier', () => {
  it.each([
    [0.0003, 'nano'],
    [0.001, 'small'],
    [0.003, 'standard'],
    [0.01, 'strong'],
    [0.0101, 'max'],
  ])('takes a price of %d per thousand for %s', (price, tier) => {
    expect(inferTier('any-70b', price)).toBe(tier);
  });

  it.each([
    ['gemma-3-4b', 'nano'],
    ['llama-3.1-8b-instruct', 'small'],
    ['qwen-32b', 'standard'],
    ['llama-3.3-70b', 'strong'],
    ['llama-3.1-405b', 'max'],
    ['mixtral-8x7b', 'strong'],
    ['qwen2.5-0.5b', 'nano'],
  ])('goes by the size of %s', (id, tier) => {
    expect(inferTier(id, null)).toBe(tier);
    expect(inferTier(id, 0)).toBe(tier);
  });

  it.each([
    ['gpt-5-mini', 'small'],
    ['o3-mini', 'small'],
    ['o3', 'strong'],
    ['claude-opus-4', 'strong'],
    ['gemini-2-pro', 'strong'],
    ['gemini-2', 'standard'],
    ['abc', 'standard'],
  ])('goes by the words of %s', (id, tier) => {
    expect(inferTier(id, null)).toBe(tier);
  });
});
