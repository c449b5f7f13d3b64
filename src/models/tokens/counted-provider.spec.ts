import { describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { liveEstimates } from '#test/support/models/estimates.js';
import type { TokenCounts } from '../gateway/usage.js';
import {
  type ModelProvider,
  type ProviderAnswer,
  ProviderFailure,
} from '../providers/model-provider.js';
import type { Doubt } from './believed-counts.js';
import { CountedProvider } from './counted-provider.js';

const model = aModel();
const prompt = '我们需要一个待办事项列表的应用程序。'.repeat(40);
const request = {
  model,
  messages: [{ role: 'user' as const, content: prompt }],
  tools: [],
  signal: new AbortController().signal,
  attempt: 1,
};

function answer(counts: TokenCounts, text = 'Understood, as you wish.'): ProviderAnswer {
  return { text, reasoning: null, toolCalls: [], counts, finishReason: 'stop' };
}

function provider(complete: () => Promise<ProviderAnswer>): ModelProvider {
  return { id: 'provider', canEmbed: true, complete, embed: async () => [[1]] };
}

describe('CountedProvider', () => {
  it('leaves the provider’s counts as they are, and learns from them', async () => {
    const estimates = liveEstimates();
    const counts = { tokensIn: 3000, tokensOut: 7, cachedTokens: 5 };
    const counted = new CountedProvider(
      provider(async () => answer(counts)),
      estimates,
      { doubted: () => {} },
    );
    expect((await counted.complete(request)).counts).toEqual(counts);
    expect(estimates.input(request, [model])).toBe(3000);
  });

  it.each([
    ['none', {}],
    ['zero', { tokensIn: 0, tokensOut: 0 }],
    ['nonsense', { tokensIn: NaN, tokensOut: -3 }],
  ])('estimates where the provider gives %s, and says so', async (_, counts) => {
    const counted = new CountedProvider(
      provider(async () => answer(counts)),
      liveEstimates(),
      { doubted: () => {} },
    );
    const { counts: filled } = await counted.complete(request);
    expect(filled.estimated).toBe(true);
    // Many more tokens than one per four characters.
    expect(filled.tokensIn).toBeGreaterThan(prompt.length / 2.5);
    expect(filled.tokensOut).toBeGreaterThan(3);
  });

  it.each<[string, TokenCounts]>([
    ['input', { tokensIn: 4294967295, tokensOut: 7 }],
    ['output', { tokensIn: 3000, tokensOut: 1e308 }],
    ['a bill', { tokensIn: 3000, tokensOut: 7, billedUsd: 1e9 }],
  ])('estimates %s that the call cannot have used, and warns', async (_, counts) => {
    const doubts: Doubt[] = [];
    const counted = new CountedProvider(
      provider(async () => answer(counts)),
      liveEstimates(),
      { doubted: (_model, doubt) => void doubts.push(doubt) },
    );
    const { counts: believed } = await counted.complete(request);
    expect(believed.estimated).toBe(true);
    expect(believed.tokensIn).toBeLessThan(10_000);
    expect(believed.tokensOut).toBeLessThan(100);
    expect(believed.billedUsd).toBeUndefined();
    expect(doubts).toHaveLength(1);
  });

  it('believes an answer longer than was asked for once it has come', async () => {
    const text = 'word '.repeat(20_000);
    const counted = new CountedProvider(
      provider(async () => answer({ tokensIn: 3000, tokensOut: 20_000 }, text)),
      liveEstimates(),
      { doubted: () => {} },
    );
    const { counts } = await counted.complete({ ...request, maxOutputTokens: 100 });
    expect(counts).toEqual({ tokensIn: 3000, tokensOut: 20_000 });
  });

  it('counts what had arrived when an answer broke off', async () => {
    const partial = answer({}, 'Half of');
    const failure = new ProviderFailure('cut', { retryable: true, partial });
    const counted = new CountedProvider(
      provider(async () => Promise.reject(failure)),
      liveEstimates(),
      { doubted: () => {} },
    );
    await expect(counted.complete(request)).rejects.toBe(failure);
    expect(failure.partial).toMatchObject({ text: 'Half of', counts: { estimated: true } });
    expect(failure.partial?.counts.tokensIn).toBeGreaterThan(100);
  });

  it('passes embeddings on', async () => {
    const counted = new CountedProvider(
      provider(async () => answer({})),
      liveEstimates(),
      { doubted: () => {} },
    );
    expect(counted).toMatchObject({ id: 'provider', canEmbed: true });
    expect(await counted.embed('m', ['x'], request.signal)).toEqual([[1]]);
  });
});
