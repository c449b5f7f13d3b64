import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ask, chatTool, eventsIn, list, toolRound } from '../../support/providers/ask.js';
import { ProviderSimulator } from '../../support/providers/core/simulator.js';
import type { Json } from '../../support/providers/core/provider-rules.js';
import { openRouter } from '../../support/providers/openrouter.js';

const path = '/chat/completions';
const model = 'deepseek/deepseek-v4-pro';
const hello = { model, messages: [{ role: 'user', content: 'Hello.' }] };
const tools = [chatTool('read')];

describe('the simulated OpenRouter', () => {
  let simulator: ProviderSimulator;
  beforeEach(async () => {
    simulator = await ProviderSimulator.start(openRouter());
  });
  afterEach(() => simulator.close());

  it('lists prices, parameters and what models take and make', async () => {
    const { json } = await list(simulator);
    expect(json['data']).toContainEqual(
      expect.objectContaining({
        id: 'openai/gpt-6.1-sol',
        context_length: 1_050_000,
        pricing: expect.objectContaining({ prompt: '0.000002', completion: '0.00001' }),
        supported_parameters: expect.arrayContaining(['tools', 'reasoning']),
      }),
    );
  });

  it.each<[rule: string, status: number, body: Json, text: string]>([
    ['model', 400, { ...hello, model: 'deepseek/nope' }, 'deepseek/nope is not a valid model ID'],
    [
      'tools-supported',
      404,
      { ...hello, model: 'nousresearch/hermes-4-405b', tools },
      'No endpoints found that support tool use.',
    ],
    [
      'context',
      400,
      { model: 'openai/gpt-oss-120b', messages: [{ role: 'user', content: '字'.repeat(131_073) }] },
      "This endpoint's maximum context length is 131072 tokens.",
    ],
  ])('refuses: %s (%i)', async (rule, status, body, text) => {
    const answer = await ask(simulator, path, body);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({
      error: { code: status, message: expect.stringContaining(text) },
    });
    expect(simulator.refusals.map((refusal) => refusal.rule)).toEqual([rule]);
  });

  it.each<[provider: string, model: string, raw: string]>([
    [
      'Google AI Studio',
      'google/gemini-3.8-flash',
      'Gemini models require OpenRouter reasoning details to be preserved in each request.',
    ],
    [
      'DeepSeek',
      model,
      'The `reasoning_content` in the thinking mode must be passed back to the API.',
    ],
    [
      'Moonshot AI',
      'moonshotai/kimi-k3',
      'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
    ],
  ])('passes on what %s refuses', async (provider, id, raw) => {
    const answer = await ask(simulator, path, { model: id, messages: toolRound('call_a') });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      error: {
        message: 'Provider returned error',
        metadata: { raw: expect.stringContaining(raw), provider_name: provider },
      },
    });
  });

  it.each<[rule: string, body: Json, raw: string]>([
    [
      'order',
      { model: 'qwen/qwen3-coder', messages: toolRound('call_a').slice(0, 2) },
      'The following tool_call_ids did not have response messages: call_a',
    ],
    [
      'tools: name-length',
      { ...hello, tools: [chatTool('a'.repeat(65))] },
      'Expected a string with maximum length 64, but got a string with length 65 instead.',
    ],
  ])('passes on what any provider refuses: %s', async (rule, body, raw) => {
    const answer = await ask(simulator, path, body);
    expect(answer).toMatchObject({
      status: 400,
      json: { error: { metadata: { raw: expect.stringContaining(raw) } } },
    });
    expect(simulator.refusals.map((refusal) => refusal.rule)).toEqual([rule]);
  });

  it('refuses a wrong key', async () => {
    const answer = await ask(simulator, path, hello, { authorization: 'Bearer nope' });
    expect(answer).toMatchObject({ status: 401, json: { error: { message: 'User not found.' } } });
  });

  it.each(['google/gemini-3.8-flash', 'anthropic/claude-sonnet-5.5', model])(
    'takes back the reasoning details of %s',
    async (id) => {
      simulator.answerWith(({ messages }) =>
        messages.at(-1)?.role === 'tool'
          ? { text: 'Done.' }
          : { toolCalls: [{ name: 'read', arguments: '{"path":"a"}' }] },
      );
      const first = await ask(simulator, path, { ...hello, model: id, tools });
      const [{ message }] = first.json['choices'] as [{ message: Json }];
      expect(message['reasoning_details']).toEqual(expect.any(Array));
      const [call] = message['tool_calls'] as [{ id: string }];
      const result = { role: 'tool', tool_call_id: call.id, content: 'a' };
      const messages = [...hello.messages, message, result];
      expect((await ask(simulator, path, { model: id, tools, messages })).status).toBe(200);
      expect(simulator.refusals).toEqual([]);
      expect(simulator.losses).toEqual([]);
    },
  );

  it('says what a call cost', async () => {
    simulator.answerWith(() => ({ text: 'Hello.' }));
    const { json } = await ask(simulator, path, { ...hello, model: 'openai/gpt-6.1-sol' });
    const usage = json['usage'] as {
      cost: number;
      prompt_tokens: number;
      completion_tokens: number;
    };
    expect(usage.cost).toBeCloseTo(
      (usage.prompt_tokens * 2 + usage.completion_tokens * 10) / 1e6,
      12,
    );
  });

  it('tells of an error in the middle of a stream of status 200', async () => {
    simulator.fail({ kind: 'error-in-stream', afterFrames: 3 });
    const answer = await ask(simulator, path, { ...hello, stream: true });
    expect(answer.status).toBe(200);
    expect(answer.text.startsWith(': OPENROUTER PROCESSING')).toBe(true);
    expect(eventsIn(answer).at(-1)).toMatchObject({
      error: { code: 502, message: 'Provider disconnected unexpectedly' },
      choices: [{ finish_reason: 'error' }],
    });
  });
});
