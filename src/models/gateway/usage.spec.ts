import { describe, expect, it } from '@jest/globals';
import type { ModelMessage } from './model-call.js';
import { aModel } from '#test/support/models/a-model.js';
import {
  addUsage,
  affordableOutputTokens,
  cachedShare,
  costUsd,
  estimateInputTokens,
  estimateOutputTokens,
  noUsage,
  usageOf,
} from './usage.js';

const model = aModel({ costPerMTokIn: 2.5, costPerMTokOut: 10 });
const messages: ModelMessage[] = [{ role: 'user', content: 'x'.repeat(400) }];
const output = { text: 'y'.repeat(40), reasoning: null, toolCalls: [] };

describe('usageOf', () => {
  it("takes the provider's counts as they are", () => {
    const usage = usageOf(model, { tokensIn: 1000, tokensOut: 100 }, messages, output);
    expect(usage).toEqual({ tokensIn: 1000, tokensOut: 100, costUsd: 0.0035 });
  });

  it('estimates what the provider left out, and says so', () => {
    expect(usageOf(model, {}, messages, output)).toEqual({
      tokensIn: 100,
      tokensOut: 10,
      costUsd: 0.00035,
      estimated: true,
    });
    expect(usageOf(model, { tokensIn: 7 }, messages, output)).toMatchObject({
      tokensIn: 7,
      tokensOut: 10,
      estimated: true,
    });
  });

  it.each([-5, NaN, Infinity])('takes a count of %d for a missing one', (tokensIn) => {
    const usage = usageOf(model, { tokensIn, tokensOut: 1 }, messages, output);
    expect(usage).toMatchObject({ tokensIn: 100, estimated: true });
  });

  it('keeps reasoning tokens inside the output', () => {
    const counts = { tokensIn: 1, tokensOut: 50, reasoningTokens: 70 };
    expect(usageOf(model, counts, messages, output).reasoningTokens).toBe(50);
  });

  it.each([0, 0.3])('takes %d beside a text for a missing count', (none) => {
    const zero = { tokensIn: none, tokensOut: none };
    expect(usageOf(model, zero, messages, output)).toMatchObject({
      tokensIn: 100,
      tokensOut: 10,
      estimated: true,
    });
    const silent = { text: '', reasoning: null, toolCalls: [] };
    expect(usageOf(model, { tokensIn: 9, tokensOut: 0 }, messages, silent)).toEqual({
      tokensIn: 9,
      tokensOut: 0,
      costUsd: 0.0000225,
    });
  });

  it('bills caches at their own prices and records them', () => {
    const price = { in: 2.5, out: 10, cacheRead: 0.25, cacheWrite: 3 };
    const counts = { tokensIn: 1e6, tokensOut: 0, cachedTokens: 6e5, cacheWriteTokens: 1e5 };
    const silent = { text: '', reasoning: null, toolCalls: [] };
    const usage = usageOf(aModel({ ...model, price }), counts, messages, silent);
    expect(usage).toMatchObject({ cachedTokens: 6e5, cacheWriteTokens: 1e5 });
    expect(usage.costUsd).toBeCloseTo(0.15 + 0.3 + 0.75, 10);
  });

  it('keeps parts of the input within it', () => {
    const counts = { tokensIn: 10, tokensOut: 1, cachedTokens: 8, cacheWriteTokens: 8 };
    expect(usageOf(model, counts, messages, output)).toMatchObject({
      cachedTokens: 8,
      cacheWriteTokens: 2,
    });
  });

  it('takes the bill of OpenRouter for the cost, and of nobody else', () => {
    const counts = { tokensIn: 1000, tokensOut: 100, billedUsd: 0.5 };
    const routed = aModel({ ...model, providerId: 'openrouter' });
    expect(usageOf(routed, counts, messages, output).costUsd).toBe(0.5);
    expect(usageOf(model, counts, messages, output).costUsd).toBe(0.0035);
  });

  it('says so when the counts themselves are guessed', () => {
    const counts = { tokensIn: 1, tokensOut: 1, estimated: true };
    expect(usageOf(model, counts, messages, output).estimated).toBe(true);
  });

  it('reckons with the dearest of its tier where a provider states no price, and says so', () => {
    const unpriced = aModel({ unpriced: true, costPerMTokIn: 0, costPerMTokOut: 0 });
    const usage = usageOf(unpriced, { tokensIn: 1e6, tokensOut: 1e6 }, messages, output);
    expect(usage).toMatchObject({ costUsd: 6, estimated: true });
  });
});

describe('costUsd', () => {
  it('pays for writing all of the input to a cache, at the prices of its length', () => {
    const tier = { above: 1000, in: 20, out: 30, cacheWrite: 25 };
    const price = { in: 2.5, out: 10, cacheWrite: 3, tiers: [tier] };
    const tiered = aModel({ ...model, price });
    expect(costUsd(tiered, 1000, 1000)).toBeCloseTo(0.003 + 0.01, 10);
    expect(costUsd(tiered, 1001, 1000)).toBeCloseTo(0.025025 + 0.03, 10);
  });

  it('is never below zero', () => {
    expect(costUsd(aModel({ costPerMTokIn: -1, costPerMTokOut: -1 }), 1000, 1000)).toBe(0);
  });
});

describe('affordableOutputTokens', () => {
  it('is what the rest pays once the input is paid', () => {
    expect(affordableOutputTokens(model, 1000, 0.0125)).toBe(1000);
  });

  it('is nothing when the input alone is too dear', () => {
    expect(affordableOutputTokens(model, 1e6, 1)).toBe(0);
  });

  it('has no end for a model that costs nothing', () => {
    const free = aModel({ costPerMTokIn: 0, costPerMTokOut: 0 });
    expect(affordableOutputTokens(free, 1000, 0)).toBe(Infinity);
  });
});

describe('estimates', () => {
  it('count contents, names and tool calls at four characters a token', () => {
    const conversation: ModelMessage[] = [
      {
        role: 'assistant',
        content: 'abcd',
        toolCalls: [{ id: 'x', name: 'tool', argumentsJson: '{"a":1}..' }],
      },
      { role: 'tool', content: 'abc', name: 'tool', toolCallId: 'x' },
    ];
    expect(estimateInputTokens(conversation)).toBe(6);
  });

  it('count reasoning that goes back as input', () => {
    const servedBy = { providerId: 'provider', modelId: 'model' };
    const parts = [{ type: 'reasoning' as const, text: 'y'.repeat(400) }];
    const answer: ModelMessage = { role: 'assistant', content: '', origin: { servedBy, parts } };
    expect(estimateInputTokens([...messages, answer])).toBe(200);
  });

  it('are at least one token', () => {
    expect(estimateInputTokens([])).toBe(1);
    expect(estimateOutputTokens({ text: '', reasoning: null, toolCalls: [] })).toBe(1);
  });

  it('count reasoning as output', () => {
    expect(estimateOutputTokens({ text: 'abcd', reasoning: 'abcd', toolCalls: [] })).toBe(2);
  });
});

describe('addUsage', () => {
  it('sums and keeps the flag of an estimate', () => {
    const estimated = { tokensIn: 1, tokensOut: 2, costUsd: 0.5, estimated: true };
    const exact = { tokensIn: 10, tokensOut: 20, costUsd: 0.25, reasoningTokens: 3 };
    expect(addUsage(addUsage(noUsage, estimated), exact)).toEqual({
      tokensIn: 11,
      tokensOut: 22,
      costUsd: 0.75,
      estimated: true,
      reasoningTokens: 3,
    });
  });

  it('sums what caches gave and took', () => {
    const read = { ...noUsage, cachedTokens: 5 };
    const wrote = { ...noUsage, cachedTokens: 1, cacheWriteTokens: 7 };
    expect(addUsage(read, wrote)).toEqual({ ...noUsage, cachedTokens: 6, cacheWriteTokens: 7 });
  });
});

describe('cachedShare', () => {
  it('is the part of all input, null where there was none', () => {
    const calls = [
      { ...noUsage, tokensIn: 300, cachedTokens: 100 },
      { ...noUsage, tokensIn: 100 },
    ];
    expect(cachedShare(calls)).toBe(0.25);
    expect(cachedShare([])).toBeNull();
    expect(cachedShare([noUsage])).toBeNull();
  });
});
