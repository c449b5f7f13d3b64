import { describe, expect, it } from '@jest/globals';
import { aModel } from '../../../test/support/models/a-model.js';
import { liveEstimates } from '../../../test/support/models/estimates.js';
import type { TokenCounts } from '../gateway/usage.js';
import {
  type ModelProvider,
  type ProviderAnswer,
  ProviderFailure,
} from '../vendors/model-provider.js';
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
  return { id: 'vendor', canEmbed: true, complete, embed: async () => [[1]] };
}

describe('CountedProvider', () => {
  it('leaves the vendor’s counts as they are, and learns from them', async () => {
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
  ])('estimates where the vendor gives %s, and says so', async (_, counts) => {
    const counted = new CountedProvider(
      provider(async () => answer(counts)),
      liveEstimates(),
      { doubted: () => {} },
    );
    const { counts: filled } = await counted.complete(request);
    expect(filled.estimated).toBe(true);
    // Far more than a token for four characters.
    expect(filled.tokensIn).toBeGreaterThan(prompt.length / 2.5);
    expect(filled.tokensOut).toBeGreaterThan(3);
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
    expect(counted).toMatchObject({ id: 'vendor', canEmbed: true });
    expect(await counted.embed('m', ['x'], request.signal)).toEqual([[1]]);
  });
});
