import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ask, chatTool, list, toolRound } from '../../support/providers/ask.js';
import { ProviderSimulator } from '../../support/providers/core/simulator.js';
import type { Json } from '../../support/providers/core/provider-rules.js';
import { kimi } from '../../support/providers/kimi.js';

const path = '/chat/completions';
const model = 'kimi-k2.6';
const hello = { model, messages: [{ role: 'user', content: 'Hello.' }] };

const withArgument = (argument: object) => ({ type: 'object', properties: { a: argument } });

describe('the simulated Kimi', () => {
  let provider: ProviderSimulator;
  beforeEach(async () => {
    provider = await ProviderSimulator.start(kimi());
  });
  afterEach(() => provider.close());

  it('lists its models with their context', async () => {
    const { json } = await list(provider);
    expect(json['data']).toContainEqual(
      expect.objectContaining({ id: 'kimi-k3.1-pro', context_length: 1_048_576 }),
    );
  });

  it.each<[rule: string, status: number, body: Json, text: string]>([
    [
      'model',
      404,
      { ...hello, model: 'kimi-k9' },
      'Not found the model kimi-k9 or Permission denied',
    ],
    [
      'temperature',
      400,
      { ...hello, temperature: 0.2 },
      'invalid temperature: only 1 is allowed for this model',
    ],
    [
      'effort',
      400,
      { ...hello, thinking: { type: 'enabled' }, reasoning_effort: 'low' },
      "cannot specify both 'thinking' and 'reasoning_effort'",
    ],
    [
      'effort',
      400,
      { ...hello, model: 'kimi-k2.7-code', thinking: { type: 'disabled' } },
      'invalid thinking: only type=enabled is allowed for this model',
    ],
    [
      'tool-choice',
      400,
      { ...hello, tools: [chatTool('read')], tool_choice: 'required' },
      "tool_choice 'required' is incompatible with thinking enabled",
    ],
    [
      'tool-choice',
      400,
      { ...hello, tool_choice: { type: 'function', function: { name: 'read' } } },
      "tool_choice 'specified' is incompatible with thinking enabled",
    ],
    [
      'tools: name',
      400,
      { ...hello, tools: [chatTool('1read')] },
      'function name is invalid, must start with a letter',
    ],
    [
      'tools: keyword',
      400,
      {
        ...hello,
        tools: [
          chatTool('read', {
            parameters: withArgument({ type: 'string', anyOf: [{ type: 'string' }] }),
          }),
        ],
      },
      'when using anyOf, type should be defined in anyOf items',
    ],
    [
      'tools: keyword',
      400,
      {
        ...hello,
        tools: [chatTool('read', { parameters: withArgument({ description: 'Anything.' }) })],
      },
      'type is not defined',
    ],
    [
      'tools: schema',
      400,
      { ...hello, tools: [chatTool('read', { parameters: { type: 'object' } })] },
      'is not a valid moonshot flavored json schema',
    ],
    [
      'empty-message',
      400,
      { model, messages: [{ role: 'user', content: '' }] },
      "message at position 0 with role 'user' must not be empty",
    ],
    [
      'reasoning-returned',
      400,
      { model, messages: toolRound('functions.read:0') },
      'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
    ],
    [
      'order',
      400,
      { model, messages: [...hello.messages, { role: 'tool', tool_call_id: 'x', content: 'a' }] },
      'tool_call_id is not found',
    ],
    [
      'context',
      400,
      { model, messages: [{ role: 'user', content: '字'.repeat(262_145) }] },
      'Your request exceeded model token limit: 262144',
    ],
  ])('refuses: %s (%i)', async (rule, status, body, text) => {
    const answer = await ask(provider, path, body);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ error: { message: expect.stringContaining(text) } });
    expect(provider.refusals.map((refusal) => refusal.rule)).toEqual([rule]);
  });

  it('refuses a wrong key', async () => {
    const answer = await ask(provider, path, hello, { authorization: 'Bearer nope' });
    expect(answer).toMatchObject({
      status: 401,
      json: { error: { message: 'Invalid Authentication', type: 'invalid_authentication_error' } },
    });
  });

  it('gives calls the same ids in every answer, and takes them back with their reasoning', async () => {
    provider.answerWith(() => ({ toolCalls: [{ name: 'read', arguments: '{}' }] }));
    const answer = await ask(provider, path, { ...hello, tools: [chatTool('read')] });
    expect(answer.json).toMatchObject({
      choices: [{ message: { tool_calls: [{ id: 'functions.read:0' }] } }],
    });
    const messages = toolRound('functions.read:0', { reasoning_content: '' });
    expect((await ask(provider, path, { model, messages })).status).toBe(200);
    expect(provider.refusals).toEqual([]);
  });

  it('says in its text how long to wait', async () => {
    const limits = { requestsPerMinute: 1 };
    const slow = await ProviderSimulator.start(kimi(), { limits, minuteMs: 60_000 });
    await ask(slow, path, hello);
    const { status, json } = await ask(slow, path, hello);
    await slow.close();
    expect(status).toBe(429);
    expect(json).toMatchObject({
      error: {
        message: expect.stringMatching(/RPM: 1, please try again after 5\d(\.\d+)? seconds$/),
        type: 'rate_limit_reached_error',
      },
    });
  });
});
