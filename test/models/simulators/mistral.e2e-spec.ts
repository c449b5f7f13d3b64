import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ask, chatTool, list, toolRound } from '../../support/providers/ask.js';
import { ProviderSimulator } from '../../support/providers/core/simulator.js';
import type { Json } from '../../support/providers/core/provider-rules.js';
import { mistral } from '../../support/providers/mistral.js';

const path = '/chat/completions';
const model = 'mistral-medium-latest';
const user = { role: 'user', content: 'Hello.' };
const hello = { model, messages: [user] };
const id = 'aBcDeF123';

describe('the simulated Mistral', () => {
  let provider: ProviderSimulator;
  beforeEach(async () => {
    provider = await ProviderSimulator.start(mistral());
  });
  afterEach(() => provider.close());

  it('says of each model what it can do', async () => {
    const { json } = await list(provider);
    const capable = (name: string, calls: boolean) =>
      expect.objectContaining({
        id: name,
        capabilities: expect.objectContaining({ function_calling: calls, completion_chat: calls }),
      });
    expect(json['data']).toEqual(
      expect.arrayContaining([capable(model, true), capable('mistral-embed', false)]),
    );
  });

  it.each<[rule: string, status: number, body: Json, text: string]>([
    ['model', 400, { ...hello, model: 'mistral-embed' }, 'Invalid model: mistral-embed'],
    [
      'call-id',
      400,
      { model, messages: toolRound('call_0fypS1hVX') },
      'Tool call id was call_0fypS1hVX but must be a-z, A-Z, 0-9, with a length of 9.',
    ],
    [
      'order',
      400,
      { model, messages: [...toolRound(id), user] },
      "Unexpected role 'user' after role 'tool'",
    ],
    [
      'order',
      400,
      { model, messages: [user, { role: 'assistant', content: 'Hi.' }] },
      'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
    ],
    [
      'order',
      400,
      { model, messages: [...toolRound(id), { role: 'tool', tool_call_id: id, content: 'b' }] },
      'Not the same number of function calls and responses',
    ],
    [
      'tools: name',
      400,
      { ...hello, tools: [chatTool('read file')] },
      'Function name was read file but must be a-z, A-Z, 0-9',
    ],
    [
      'empty-message',
      400,
      { model, messages: [user, { role: 'assistant', content: '' }, user] },
      'Assistant message must have either content or tool_calls, but not none.',
    ],
    [
      'context',
      400,
      { model: 'open-mistral-nemo', messages: [{ role: 'user', content: '字'.repeat(128_001) }] },
      'too large for model with 128000 maximum context length',
    ],
  ])('refuses: %s (%i)', async (rule, status, body, text) => {
    const answer = await ask(provider, path, body);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({ object: 'error', message: expect.stringContaining(text) });
    expect(provider.refusals.map((refusal) => refusal.rule)).toEqual([rule]);
  });

  it.each<[name: string, body: Json, loc: readonly string[]]>([
    ['a limit by OpenAI’s name', { max_completion_tokens: 9 }, ['body', 'max_completion_tokens']],
    ['stream options', { stream_options: { include_usage: true } }, ['body', 'stream_options']],
    [
      'reasoning in a field',
      { messages: [user, { role: 'assistant', content: 'Hi.', reasoning_content: '' }, user] },
      ['body', 'messages', '1', 'assistant', 'reasoning_content'],
    ],
  ])('refuses fields it does not know: %s', async (_name, changed, loc) => {
    const answer = await ask(provider, path, { ...hello, ...changed });
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({
      message: {
        detail: [{ type: 'extra_forbidden', loc, msg: 'Extra inputs are not permitted' }],
      },
    });
  });

  it('refuses a wrong key', async () => {
    const answer = await ask(provider, path, hello, { authorization: 'Bearer nope' });
    expect(answer).toMatchObject({ status: 401, json: { detail: 'Unauthorized' } });
  });

  it('gives calls ids of nine characters, and serves what comes back', async () => {
    provider.answerWith(() => ({ toolCalls: [{ name: 'read', arguments: '{}' }] }));
    const { json } = await ask(provider, path, { ...hello, tools: [chatTool('read')] });
    expect(json).toMatchObject({
      choices: [{ message: { tool_calls: [{ id: expect.stringMatching(/^[a-zA-Z0-9]{9}$/) }] } }],
    });
    expect((await ask(provider, path, { model, messages: toolRound(id) })).status).toBe(200);
    expect(provider.refusals).toEqual([]);
  });

  it('thinks when asked to, in a chunk of the content', async () => {
    provider.answerWith(() => ({ text: 'Hello.', reasoning: 'Hm.' }));
    const { json } = await ask(provider, path, { ...hello, reasoning_effort: 'high' });
    expect(json).toMatchObject({
      choices: [
        {
          message: {
            content: [
              { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
              { type: 'text', text: 'Hello.' },
            ],
          },
        },
      ],
    });
  });
});
