import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ask, chatTool, eventsIn, list, toolRound } from '../../support/providers/ask.js';
import { ProviderSimulator } from '../../support/providers/core/simulator.js';
import type { Json } from '../../support/providers/core/provider-rules.js';
import { gemini } from '../../support/providers/gemini.js';

const path = '/chat/completions';
const model = 'gemini-3.8-flash';
const hello = { model, messages: [{ role: 'user', content: 'Hello.' }] };
const tools = [chatTool('read')];

function forged(entry: Json): Json {
  const calls = entry['tool_calls'] as readonly Json[];
  const extra = { google: { thought_signature: 'forged' } };
  return { ...entry, tool_calls: calls.map((call) => ({ ...call, extra_content: extra })) };
}

const withArgument = (argument: object) => ({ type: 'object', properties: { a: argument } });

describe('the simulated Gemini endpoint', () => {
  let provider: ProviderSimulator;
  beforeEach(async () => {
    provider = await ProviderSimulator.start(gemini());
  });
  afterEach(() => provider.close());

  it('lists its models under their full names, with those that cannot converse', async () => {
    const { json } = await list(provider);
    const ids = (json['data'] as { id: string }[]).map(({ id }) => id);
    expect(ids).toContain('models/gemini-4-argon');
    expect(ids).toContain('models/gemini-embedding-2');
  });

  it.each<[rule: string, status: number, body: Json, text: string]>([
    [
      'model',
      404,
      { ...hello, model: 'gemini-embedding-2' },
      'models/gemini-embedding-2 is not found for API version v1main, or is not supported for generateContent.',
    ],
    [
      'unknown-field',
      400,
      { ...hello, store: false },
      'Invalid JSON payload received. Unknown name "store": Cannot find field.',
    ],
    [
      'effort',
      400,
      { ...hello, reasoning_effort: 'none' },
      'Budget 0 is invalid. This model only works in thinking mode.',
    ],
    [
      'tools: name',
      400,
      { ...hello, tools: [chatTool('read file')] },
      'function_declarations[0].name: Invalid function name. Must start with a letter or an underscore.',
    ],
    [
      'tools: keyword',
      400,
      {
        ...hello,
        tools: [
          chatTool('read', { parameters: withArgument({ type: 'number', exclusiveMinimum: 0 }) }),
        ],
      },
      'Unknown name "exclusiveMinimum"',
    ],
    [
      'tools: keyword',
      400,
      {
        ...hello,
        tools: [chatTool('read', { parameters: withArgument({ type: 'integer', enum: [1] }) })],
      },
      'Unknown name "enum"',
    ],
    [
      'tools: keyword',
      400,
      {
        ...hello,
        tools: [chatTool('read', { parameters: withArgument({ type: 'string', format: 'uri' }) })],
      },
      'Unknown name "format"',
    ],
    [
      'tools: keyword',
      400,
      {
        ...hello,
        tools: [chatTool('read', { parameters: withArgument({ type: ['string', 'null'] }) })],
      },
      'Unknown name "type"',
    ],
    [
      'tools: schema',
      400,
      { ...hello, tools: [chatTool('read', { parameters: { type: 'object' } })] },
      'function_declarations[0].parameters.properties: should be non-empty for OBJECT type',
    ],
    [
      'empty-message',
      400,
      { model, messages: [{ role: 'user', content: '' }] },
      'contents.parts must not be empty.',
    ],
    [
      'order',
      400,
      { model, messages: toolRound('a').slice(0, 2) },
      'Please ensure that the number of function response parts is equal to the number of function call parts',
    ],
    [
      'signature-valid',
      400,
      {
        model,
        messages: toolRound('a').map((entry) =>
          entry['role'] === 'assistant' ? forged(entry) : entry,
        ),
      },
      'Thought signature is not valid',
    ],
    [
      'context',
      400,
      { model, messages: [{ role: 'user', content: '字'.repeat(1_048_577) }] },
      'exceeds the maximum number of tokens allowed (1048576).',
    ],
    [
      'signature-returned',
      400,
      { model, messages: toolRound('a') },
      'Function call is missing a thought_signature in functionCall parts.',
    ],
  ])('refuses: %s (%i)', async (rule, status, body, text) => {
    const answer = await ask(provider, path, body);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject([
      { error: { code: status, message: expect.stringContaining(text) } },
    ]);
    expect(provider.refusals.map((refusal) => refusal.rule)).toEqual([rule]);
  });

  it('refuses a wrong key with 400', async () => {
    const answer = await ask(provider, path, hello, { authorization: 'Bearer nope' });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject([
      {
        error: {
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
          details: [{ reason: 'API_KEY_INVALID' }],
        },
      },
    ]);
  });

  it('signs the first call of an answer and takes the signature back', async () => {
    provider.answerWith(({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { text: 'Done.' }
        : {
            toolCalls: [
              { name: 'read', arguments: '{"path":"a"}' },
              { name: 'read', arguments: '{"path":"b"}' },
            ],
          },
    );
    const first = await ask(provider, path, { ...hello, tools });
    const [{ message }] = first.json['choices'] as [{ message: Json }];
    const calls = message['tool_calls'] as { id: string; extra_content?: Json }[];
    expect(calls[0]?.extra_content).toMatchObject({
      google: { thought_signature: expect.any(String) },
    });
    expect(calls[1]).not.toHaveProperty('extra_content');
    const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'text' }));
    const again = await ask(provider, path, {
      model,
      tools,
      messages: [...hello.messages, message, ...results],
    });
    expect(again.status).toBe(200);
    expect(provider.refusals).toEqual([]);
  });

  it('asks for no signature of turns that are over, nor of Gemini 2.5', async () => {
    const over = [...toolRound('a'), { role: 'assistant', content: 'It says a.' }];
    const messages = [...over, { role: 'user', content: 'And b?' }];
    expect((await ask(provider, path, { model, messages })).status).toBe(200);
    const old = { model: 'gemini-2.5-flash', messages: toolRound('a') };
    expect((await ask(provider, path, old)).status).toBe(200);
  });

  it('counts thoughts in the total alone', async () => {
    provider.answerWith(() => ({ text: 'Hello.', reasoning: 'They greet.' }));
    const { json } = await ask(provider, path, hello);
    const usage = json['usage'] as Record<string, number>;
    const { prompt_tokens: read = 0, completion_tokens: said = 0, total_tokens: all = 0 } = usage;
    expect(all - read - said).toBe(3);
  });

  it('says in the details how long to wait', async () => {
    provider.fail({ kind: 'rate-limit', retryMs: 1500 });
    const { status, json } = await ask(provider, path, hello);
    expect(status).toBe(429);
    expect(json).toMatchObject([
      { error: { status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '1.5s' }] } },
    ]);
    expect(provider.refusals).toEqual([]);
    expect(provider.limited).toHaveLength(1);
  });

  it('streams a call in one piece', async () => {
    provider.answerWith(() => ({ toolCalls: [{ name: 'read', arguments: '{"path":"a"}' }] }));
    const events = eventsIn(await ask(provider, path, { ...hello, tools, stream: true }));
    expect(events.at(1)).toMatchObject({
      choices: [{ delta: { tool_calls: [{ function: { arguments: '{"path":"a"}' } }] } }],
    });
  });
});
