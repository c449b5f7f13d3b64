import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AcpSpend } from './acp-spend.js';

function spendOf(updates: readonly unknown[], answer: unknown = { stopReason: 'end_turn' }) {
  const spend = new AcpSpend();
  updates.forEach((update) => spend.takeUpdate(update));
  spend.takeAnswer(answer);
  return spend.told;
}

const usage = (amount: unknown, currency = 'USD') => ({
  ...{ sessionUpdate: 'usage_update', used: 1200, size: 200_000 },
  cost: { amount, currency },
});

const chunk = (tokens: object) => ({
  ...{ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '' } },
  _meta: { usage: tokens },
});

const quota = (input: number, output: number) => ({
  stopReason: 'end_turn',
  _meta: {
    quota: { token_count: { input_tokens: input, output_tokens: output }, model_usage: [] },
  },
});

describe('AcpSpend', () => {
  it.each<[string, readonly unknown[], unknown, unknown]>([
    [
      'Claude Code: the cost of the session, and tokens with the answer',
      [usage(0.01), usage(0.03)],
      { ...quota(900, 40), usage: { inputTokens: 900, outputTokens: 40, totalTokens: 940 } },
      { usd: 0.03, tokensIn: 900, tokensOut: 40 },
    ],
    ['Gemini CLI: tokens alone', [], quota(900, 40), { tokensIn: 900, tokensOut: 40 }],
    [
      'OpenCode: the cost of the session',
      [usage(0.02)],
      { stopReason: 'end_turn', usage: { inputTokens: 7, outputTokens: 2 } },
      { usd: 0.02, tokensIn: 7, tokensOut: 2 },
    ],
    [
      'Qwen Code: tokens of each call',
      [
        chunk({ inputTokens: 500, outputTokens: 20, totalTokens: 520, cachedReadTokens: 0 }),
        chunk({ inputTokens: 600, outputTokens: 30 }),
      ],
      { stopReason: 'end_turn' },
      { tokensIn: 1100, tokensOut: 50 },
    ],
    ['a price of nothing', [usage(0)], {}, { usd: 0, tokensIn: 0, tokensOut: 0 }],
    ['another currency', [usage(1, 'EUR')], {}, undefined],
    ['a price below nothing', [usage(-1)], {}, undefined],
    ['no number', [usage('1')], {}, undefined],
    [
      'an update without a cost',
      [{ sessionUpdate: 'usage_update', used: 1, size: 2 }],
      {},
      undefined,
    ],
    ['nothing', [], {}, undefined],
  ])('reads %s', (_, updates, answer, told) => {
    expect(spendOf(updates, answer)).toEqual(told);
  });

  it('takes anything at all, and tells no spend below nothing', () => {
    const anything = fc.oneof(fc.anything(), fc.anything().map(usage), fc.object().map(chunk));
    fc.assert(
      fc.property(fc.array(anything), fc.anything(), (updates, answer) => {
        const told = spendOf(updates, answer);
        expect(told?.usd ?? 0).toBeGreaterThanOrEqual(0);
        expect(told?.tokensIn ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
