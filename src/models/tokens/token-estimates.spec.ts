import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { estimatesOf, liveEstimates, simulatedEstimates } from '#test/support/models/estimates.js';
import { countTokens } from '#test/support/providers/core/tokens.js';
import type { TokenEstimates } from './token-estimates.js';

type CallInput = Parameters<TokenEstimates['prepare']>[0];

const model = aModel();
const source = readFileSync(new URL('token-estimates.ts', import.meta.url), 'utf8');
const licence = readFileSync(new URL('../../../LICENSE', import.meta.url), 'utf8');
const english = licence.repeat(5);

const texts = {
  'Chinese and Japanese':
    '我们需要一个待办事项列表的应用程序。日本語の文章も含まれています。'.repeat(400),
  Korean: '우리는 여러 사용자가 동시에 편집할 수 있는 목록이 필요합니다. '.repeat(400),
  Thai: 'เราต้องการแอปรายการสิ่งที่ต้องทำ'.repeat(300),
  base64: randomBytes(20_000).toString('base64'),
  hexadecimal: randomBytes(10_000).toString('hex'),
  code: source.repeat(3),
  JSON: JSON.stringify(
    Array.from({ length: 500 }, (_, id) => ({ id, name: `x${id}`, share: id / 7 })),
  ),
  English: english,
};

/** Counting methods that differ from the tokenizer's. */
const providers: Readonly<Record<string, (text: string) => number>> = {
  'the simulators': countTokens,
  'three bytes to a token': (text) => Math.ceil(Buffer.byteLength(text) / 3),
  'three characters to a token': (text) => Math.ceil(text.length / 3),
  'every ideograph': (text) => (text.match(/[^\p{ASCII}]/gu) ?? []).length + text.length / 6,
};

function asking(...contents: readonly string[]): CallInput {
  return { messages: contents.map((content) => ({ role: 'user', content })), tools: [] };
}

describe('what is reserved', () => {
  const cases = Object.keys(texts).flatMap((text) =>
    Object.keys(providers).map((provider) => [text, provider] as const),
  );

  it.each(cases)('pays for %s as counted by %s', async (kind, provider) => {
    const { estimates } = estimatesOf({ OFFICE_LLM_MODE: 'live' });
    const text = texts[kind as keyof typeof texts];
    const counted = providers[provider]?.(text) ?? NaN;
    await estimates.prepare(asking(text));
    const before = estimates.reserved(asking(text), [model]);
    expect(before).toBeGreaterThanOrEqual(counted);
    // Another text is counted first, then this one.
    await estimates.prepare(asking(english));
    estimates.learn(asking(english), model, providers[provider]?.(english) ?? NaN);
    expect(estimates.reserved(asking(text), [model])).toBeGreaterThanOrEqual(counted);
  });

  it('comes down once the provider has counted', async () => {
    const estimates = liveEstimates();
    await estimates.prepare(asking(english));
    const before = estimates.reserved(asking(english), [model]);
    estimates.learn(asking(english), model, estimates.input(asking(english), [model]));
    const after = estimates.reserved(asking(english), [model]);
    expect(after).toBeLessThan(before * 0.7);
  });

  it('is for the model that counts most', async () => {
    const estimates = liveEstimates();
    await estimates.prepare(asking(english));
    const likely = estimates.input(asking(english), [model]);
    const other = aModel({ id: 'other' });
    estimates.learn(asking(english), model, likely);
    estimates.learn(asking(english), other, likely * 3);
    const both = estimates.reserved(asking(english), [model, other]);
    expect(both).toBe(estimates.reserved(asking(english), [other]));
    expect(both).toBeGreaterThan(2 * estimates.reserved(asking(english), [model]));
  });

  it('counts tools, names, calls and reasoning that goes back', async () => {
    const estimates = liveEstimates();
    const servedBy = { providerId: 'provider', modelId: 'model' };
    const plain = asking('Hello.');
    const parts = [{ type: 'reasoning' as const, text: english }];
    const thought: CallInput = {
      messages: [{ role: 'assistant', content: '', origin: { servedBy, parts } }],
      tools: [],
    };
    const call = { id: 'c', name: 'write_file', argumentsJson: english };
    const called: CallInput = {
      messages: [{ role: 'assistant', content: '', toolCalls: [call] }],
      tools: [],
    };
    const tool = { name: 't', description: english, parameters: {} };
    await estimates.prepare(plain);
    const inputs = [thought, called, { ...plain, tools: [tool] }];
    const least = estimates.input(asking(english), [model]);
    for (const input of inputs)
      expect(estimates.input(input, [model])).toBeGreaterThanOrEqual(least);
  });
});

describe('an estimate', () => {
  it('is by the tokenizer once that is loaded', async () => {
    const estimates = liveEstimates();
    const rough = estimates.input(asking(english), [model]);
    await estimates.load();
    const counted = estimates.input(asking(english), [model]);
    expect(counted).not.toBe(rough);
    await estimates.prepare(asking(english));
    expect(estimates.input(asking(english), [model])).toBe(counted);
  });

  it('of simulated models is a token for four characters', async () => {
    const estimates = simulatedEstimates();
    await estimates.prepare(asking('x'.repeat(400)));
    expect(estimates.reserved(asking('x'.repeat(400)), [model])).toBe(100);
    expect(estimates.input(asking('x'.repeat(400)), [model])).toBe(100);
  });

  it('lets others have their turn while megabytes are counted', async () => {
    const estimates = liveEstimates();
    await estimates.prepare(asking('Hello.'));
    const contents = Array.from({ length: 60 }, (_, index) => `${index} ${english}`);
    let turns = 0;
    let counting = true;
    const others = (): void => {
      turns += 1;
      if (counting) setImmediate(others);
    };
    setImmediate(others);
    await estimates.prepare(asking(...contents));
    counting = false;
    expect(turns).toBeGreaterThan(10);
  });

  it('takes the name of a special token for text', async () => {
    const estimates = liveEstimates();
    await estimates.prepare(asking('<|endoftext|>'));
    expect(estimates.input(asking('<|endoftext|>'), [model])).toBeGreaterThan(1);
  });

  it('is corrected by what the provider typically counts', async () => {
    const estimates = liveEstimates();
    await estimates.prepare(asking(english));
    const likely = estimates.input(asking(english), [model]);
    estimates.learn(asking(english), model, likely * 1.5);
    const ratio = estimates.input(asking(english), [model]) / likely;
    expect(ratio).toBeCloseTo(1.5, 2);
    const said = { text: english, reasoning: null, toolCalls: [] };
    expect(estimates.output(said, model)).toBeCloseTo(likely * 1.5, -2);
  });
});
