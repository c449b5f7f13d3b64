import { afterEach, describe, expect, it } from '@jest/globals';
import type { ModelMessage } from '../../src/models/gateway/model-call.js';
import { LiveProvider } from '../../src/models/providers/live/live-provider.js';
import type { ProviderKind } from '../../src/platform/config/office-config.js';
import { aModel } from '../support/models/a-model.js';
import { aProvider } from '../support/models/a-provider.js';
import { aRequest } from '../support/models/live.js';
import { anthropic } from '../support/providers/anthropic.js';
import { simulatorKey, ProviderSimulator } from '../support/providers/core/simulator.js';
import type { ProviderRules } from '../support/providers/core/provider-rules.js';
import { deepSeek } from '../support/providers/deepseek.js';
import { gemini } from '../support/providers/gemini.js';
import { kimi } from '../support/providers/kimi.js';
import { lmStudio } from '../support/providers/lm-studio.js';
import { mistral } from '../support/providers/mistral.js';
import { openAi } from '../support/providers/openai.js';
import { openRouter } from '../support/providers/openrouter.js';

const data =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const inResult = /"type":"(tool_result|function_call_output)"|"role":"tool"/;

interface Seat {
  readonly provider: string;
  readonly rules: () => ProviderRules;
  readonly model: string;
  readonly kind?: ProviderKind;
  /** Where its provider takes the image; null = the model does not see. */
  readonly place: 'result' | 'user' | null;
}

const seats: readonly Seat[] = [
  { provider: 'openai', rules: openAi, model: 'gpt-6.1-sol', place: 'result' },
  { provider: 'openai', rules: openAi, model: 'gpt-4.1', place: 'user' },
  {
    provider: 'anthropic',
    rules: anthropic,
    kind: 'anthropic',
    model: 'claude-sonnet-5-5',
    place: 'result',
  },
  { provider: 'gemini', rules: gemini, model: 'gemini-3.8-flash', place: 'user' },
  { provider: 'moonshot', rules: kimi, model: 'kimi-k3', place: 'user' },
  { provider: 'mistral', rules: mistral, model: 'mistral-large-latest', place: 'result' },
  { provider: 'openrouter', rules: openRouter, model: 'openai/gpt-6.1-sol', place: 'user' },
  { provider: 'deepseek', rules: deepSeek, model: 'deepseek-v4-pro', place: null },
  { provider: 'lmstudio', rules: () => lmStudio(), model: 'qwen/qwen3-coder-30b', place: null },
];

const opened: ProviderSimulator[] = [];
afterEach(async () => {
  for (const simulator of opened.splice(0)) await simulator.close();
});

/** A call of two tools, the first of which shows an image, as the office asks the model next. */
async function askAfterImage(seat: Seat): Promise<readonly string[]> {
  const { provider: id, kind = 'openai-compat', model } = seat;
  const simulator = await ProviderSimulator.start(seat.rules(), {
    brain: ({ messages }) =>
      messages.some(({ role }) => role === 'tool')
        ? { text: 'Done.' }
        : {
            toolCalls: ['a', 'b'].map((path) => ({
              name: 'look',
              arguments: `{"path":"${path}"}`,
            })),
          },
  });
  opened.push(simulator);
  const provider = new LiveProvider(
    aProvider({ id, kind, baseUrl: simulator.baseUrl, key: simulatorKey, headers: {} }),
  );
  const ask = (messages: readonly ModelMessage[]) =>
    provider.complete(
      aRequest({
        model: aModel({ id: model, providerId: id, maxOutputTokens: 8192 }),
        messages,
        tools: [
          { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } },
        ],
      }),
    );
  const begun: ModelMessage[] = [{ role: 'user', content: 'Look at both.' }];
  const { text, toolCalls, parts, vendor } = await ask(begun);
  const servedBy = { providerId: id, modelId: model };
  const origin = { servedBy, ...(parts && { parts }), ...(vendor && { vendor }) };
  const results = toolCalls.map(({ id: toolCallId, name }, index): ModelMessage => ({
    role: 'tool',
    content: `seen ${index}`,
    toolCallId,
    name,
    ...(index === 0 && { images: [{ mediaType: 'image/png', data }] }),
  }));
  const answer = await ask([
    ...begun,
    { role: 'assistant', content: text, toolCalls, origin },
    ...results,
  ]);
  expect(answer.text).toBe('Done.');
  expect(simulator.refusals).toEqual([]);
  const { body } = simulator.requests.at(-1) ?? {};
  const { messages, input } = body as Record<string, readonly unknown[] | undefined>;
  return (messages ?? input ?? []).map((entry) => JSON.stringify(entry));
}

describe('the image of a tool result', () => {
  const named = seats.map((seat) => [`${seat.provider} ${seat.model}`, seat] as const);

  it.each(named)('reaches %s when the model sees images; else a note does', async (_name, seat) => {
    const sent = await askAfterImage(seat);
    const shown = sent.filter((entry) => entry.includes(data));
    expect(sent.some((entry) => entry.includes('1 image(s) left out'))).toBe(seat.place === null);
    expect(shown).toHaveLength(seat.place === null ? 0 : 1);
    if (seat.place !== null) expect(inResult.test(shown[0] ?? '')).toBe(seat.place === 'result');
  });
});
