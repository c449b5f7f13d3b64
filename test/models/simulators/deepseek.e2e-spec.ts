import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ask, chatTool, eventsIn, list, toolRound } from '../../support/providers/ask.js';
import { ProviderSimulator } from '../../support/providers/core/simulator.js';
import type { Json } from '../../support/providers/core/provider-rules.js';
import { deepSeek } from '../../support/providers/deepseek.js';

const path = '/chat/completions';
const model = 'deepseek-v4-pro';
const hello = { model, messages: [{ role: 'user', content: 'Hello.' }] };

describe('the simulated DeepSeek', () => {
  let provider: ProviderSimulator;
  beforeEach(async () => {
    provider = await ProviderSimulator.start(deepSeek());
  });
  afterEach(() => provider.close());

  it('lists its models by id alone', async () => {
    const { json } = await list(provider);
    expect(json['data']).toContainEqual({ id: model, object: 'model', owned_by: 'deepseek' });
  });

  it('answers with its reasoning, and counts what the cache served', async () => {
    provider.answerWith(() => ({ text: 'Hello to you.', reasoning: 'A greeting.' }));
    const { json } = await ask(provider, path, hello);
    expect(json).toMatchObject({
      choices: [
        {
          message: { content: 'Hello to you.', reasoning_content: 'A greeting.' },
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_cache_hit_tokens: 0, completion_tokens_details: { reasoning_tokens: 4 } },
    });
    expect(provider.refusals).toEqual([]);
  });

  it('does not think where thinking is switched off', async () => {
    const { json } = await ask(provider, path, { ...hello, thinking: { type: 'disabled' } });
    expect(JSON.stringify(json)).not.toContain('reasoning_content');
  });

  it.each<[rule: string, status: number, body: Json, text: string]>([
    ['model', 400, { ...hello, model: 'deepseek-chat' }, 'Model Not Exist'],
    [
      'roles',
      422,
      { model, messages: [{ role: 'developer', content: 'Be brief.' }] },
      'messages[0]: unknown variant `developer`, expected one of `system`',
    ],
    [
      'roles',
      422,
      { model, messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }] },
      'messages[0]: unknown variant `image_url`, expected one of `text`',
    ],
    [
      'reasoning-returned',
      400,
      { model, messages: toolRound('call_00_a') },
      'The `reasoning_content` in the thinking mode must be passed back to the API.',
    ],
    [
      'reasoning-returned',
      400,
      {
        model,
        messages: [
          ...toolRound('call_00_a', { reasoning_content: '' }),
          { role: 'assistant', content: 'It says a.' },
          { role: 'user', content: 'And b?' },
        ],
      },
      'The `reasoning_content` in the thinking mode must be passed back to the API.',
    ],
    [
      'order',
      400,
      { model, messages: toolRound('call_00_a', { reasoning_content: '' }).slice(0, 2) },
      '(insufficient tool messages following tool_calls message)',
    ],
    [
      'order',
      400,
      { model, messages: [hello.messages[0], { role: 'tool', tool_call_id: 'x', content: '' }] },
      "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    ],
    [
      'tools: name-length',
      400,
      { ...hello, tools: [chatTool('a'.repeat(71))] },
      "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 71 instead.",
    ],
    [
      'tools: too-many',
      400,
      { ...hello, tools: Array.from({ length: 129 }, (_, n) => chatTool(`tool_${n}`)) },
      'Expected an array with maximum length 128, but got an array with length 129 instead.',
    ],
    [
      'tools: schema',
      400,
      { ...hello, tools: [chatTool('read', { parameters: { type: 'object' } })] },
      'object schema missing properties.',
    ],
    [
      'max-tokens',
      400,
      { ...hello, max_tokens: 999_999 },
      'the valid range of max_tokens is [1, 384000]',
    ],
    [
      'context',
      400,
      { model, max_tokens: 384_000, messages: [{ role: 'user', content: '字'.repeat(616_001) }] },
      "This model's maximum context length is 1000000 tokens.",
    ],
  ])('refuses: %s (%i)', async (rule, status, body, text) => {
    const answer = await ask(provider, path, body);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({
      error: { message: expect.stringContaining(text), type: 'invalid_request_error' },
    });
    expect(provider.refusals.map((refusal) => refusal.rule)).toEqual([rule]);
  });

  it('refuses a wrong key and shows its end', async () => {
    const answer = await ask(provider, path, hello, { authorization: 'Bearer sk-wrong-cd15' });
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({
      error: {
        message: 'Authentication Fails, Your api key: ****cd15 is invalid',
        type: 'authentication_error',
      },
    });
  });

  it('serves a tool round whose reasoning came back, and notices where it was changed', async () => {
    provider.answerWith(({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { text: 'It says a.' }
        : { reasoning: 'I must read.', toolCalls: [{ name: 'read', arguments: '{"path":"a"}' }] },
    );
    const tools = [chatTool('read')];
    const first = await ask(provider, path, { ...hello, tools });
    const [choice] = first.json['choices'] as [{ message: Json }];
    const { message } = choice;
    const [{ id }] = message['tool_calls'] as [{ id: string }];
    const result = { role: 'tool', tool_call_id: id, content: 'a' };
    const again = (said: Json) =>
      ask(provider, path, { model, tools, messages: [hello.messages[0], said, result] });

    expect((await again(message)).status).toBe(200);
    expect(provider.losses).toEqual([]);
    expect((await again({ ...message, reasoning_content: 'Other.' })).status).toBe(200);
    expect(provider.losses).toEqual([`the reasoning before ${id}`]);
  });

  it('streams reasoning, text and counts', async () => {
    provider.answerWith(() => ({ text: 'Hello.', reasoning: 'Hm.' }));
    const events = eventsIn(await ask(provider, path, { ...hello, stream: true }));
    expect(events.at(1)).toMatchObject({ choices: [{ delta: { reasoning_content: 'Hm.' } }] });
    expect(events.at(-1)).toMatchObject({
      choices: [{ finish_reason: 'stop' }],
      usage: { prompt_tokens: expect.any(Number) },
    });
  });

  it.each([
    ['overloaded', 'insufficient_system_resource'],
    ['filtered', 'content_filter'],
    ['length', 'length'],
  ] as const)('ends as %s by the word %s', async (ending, word) => {
    provider.answerWith(() => ({ text: 'As far as', ending }));
    const { json } = await ask(provider, path, hello);
    expect(json).toMatchObject({ choices: [{ finish_reason: word }] });
  });

  it('serves what it has read before from its cache, in steps of 64 tokens', async () => {
    const long = { role: 'system', content: 'word '.repeat(500) };
    const body = { model, messages: [long, ...hello.messages] };
    await ask(provider, path, body);
    const { json } = await ask(provider, path, body);
    const { prompt_cache_hit_tokens: hit } = json['usage'] as { prompt_cache_hit_tokens: number };
    expect(hit).toBeGreaterThan(448);
    expect(hit % 64).toBe(0);
    expect(provider.cachedShare).toBeGreaterThan(0.4);
  });
});
