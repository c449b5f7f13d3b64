import { describe, expect, it } from '@jest/globals';
import type { ModelMessage } from './model-call.js';
import { aModel } from '../../../test/support/models/a-model.js';
import {
  addUsage,
  affordableOutputTokens,
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
  it("takes the vendor's counts as they are", () => {
    const usage = usageOf(model, { tokensIn: 1000, tokensOut: 100 }, messages, output);
    expect(usage).toEqual({ tokensIn: 1000, tokensOut: 100, costUsd: 0.0035 });
  });

  it('estimates what the vendor left out, and says so', () => {
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

  it('reckons with the dearest of its tier where a vendor states no price, and says so', () => {
    const unpriced = aModel({ unpriced: true, costPerMTokIn: 0, costPerMTokOut: 0 });
    const usage = usageOf(unpriced, { tokensIn: 1e6, tokensOut: 0 }, messages, output);
    expect(usage).toMatchObject({ costUsd: 3, estimated: true });
  });
});

describe('costUsd', () => {
  it.each([
    [-1, -1],
    [NaN, 1],
    [Infinity, 1],
    [-10, 1],
  ])('never refunds: prices %d and %d cost nothing', (costPerMTokIn, costPerMTokOut) => {
    expect(costUsd(aModel({ costPerMTokIn, costPerMTokOut }), 1000, 1000)).toBe(0);
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
    const servedBy = { providerId: 'vendor', modelId: 'model' };
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
});
