import { describe, expect, it } from '@jest/globals';
import { readCounts } from './read-counts.js';
import type { SdkUsage } from './sdk.js';

/** A usage as the SDK reads one of chat completions. */
function chat(raw: NonNullable<SdkUsage['raw']>): SdkUsage {
  const number = (name: string) => (typeof raw[name] === 'number' ? raw[name] : 0);
  const input = number('prompt_tokens');
  const output = number('completion_tokens');
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: undefined },
    outputTokens: { total: output, text: output, reasoning: 0 },
    raw,
  };
}

const plain = { prompt_tokens: 1000, completion_tokens: 50, total_tokens: 1050 };

describe('readCounts', () => {
  it.each([
    ['DeepSeek', { prompt_cache_hit_tokens: 640 }],
    ['Kimi', { cached_tokens: 640 }],
    ['Mistral', { num_cached_tokens: 640 }],
  ])('finds what %s read from its cache', (_, more) => {
    expect(readCounts(chat({ ...plain, ...more }))).toEqual({
      tokensIn: 1000,
      tokensOut: 50,
      cachedTokens: 640,
    });
  });

  it('finds what was written to a cache', () => {
    const details = { prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 300 } };
    expect(readCounts(chat({ ...plain, ...details }))).toMatchObject({ cacheWriteTokens: 300 });
  });

  it('counts reasoning that stands beside the output as output', () => {
    expect(readCounts(chat({ ...plain, total_tokens: 1450 }))).toEqual({
      tokensIn: 1000,
      tokensOut: 450,
      reasoningTokens: 400,
    });
  });

  it('leaves reasoning where it is inside the output', () => {
    const usage = chat(plain);
    const outputTokens = { total: 50, text: 10, reasoning: 40 };
    expect(readCounts({ ...usage, outputTokens })).toEqual({
      tokensIn: 1000,
      tokensOut: 50,
      reasoningTokens: 40,
    });
  });

  it('reads a bill, with the one of the vendor behind a key of one’s own', () => {
    expect(readCounts(chat({ ...plain, cost: 0.25 }))).toMatchObject({ billedUsd: 0.25 });
    const behind = { is_byok: true, cost_details: { upstream_inference_cost: 0.5 } };
    expect(readCounts(chat({ ...plain, cost: 0.25, ...behind }))).toMatchObject({
      billedUsd: 0.75,
    });
  });

  it('takes what is odd for absent', () => {
    const odd = { cached_tokens: 'many', total_tokens: -7, cost: null, prompt_tokens_details: 3 };
    expect(readCounts(chat({ ...plain, ...odd }))).toEqual({ tokensIn: 1000, tokensOut: 50 });
    expect(readCounts(chat({}))).toEqual({});
  });
});
