import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ask, chatTool, eventsIn, list, toolRound } from '../../support/providers/ask.js';
import { ProviderSimulator } from '../../support/providers/core/simulator.js';
import type { Json } from '../../support/providers/core/provider-rules.js';
import { openAi } from '../../support/providers/openai.js';

const path = '/chat/completions';
const model = 'gpt-6.1-terra';
const hello = { model, messages: [{ role: 'user', content: 'Hello.' }] };
const old = { ...hello, model: 'gpt-4.1' };
const tools = [chatTool('read')];

describe('the simulated OpenAI: chat completions', () => {
  let provider: ProviderSimulator;
  beforeEach(async () => {
    provider = await ProviderSimulator.start(openAi());
  });
  afterEach(() => provider.close());

  it('lists ids without a word on what they can do', async () => {
    const { json } = await list(provider);
    const rows = json['data'] as { id: string }[];
    const ids = rows.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([model, 'gpt-4.1', 'davinci-002', 'whisper-1']));
    expect(Object.keys(rows[0] ?? {})).toEqual(['id', 'object', 'created', 'owned_by']);
  });

  it.each<[rule: string, status: number, body: Json, text: string, code: string | null]>([
    [
      'model',
      404,
      { ...hello, model: 'gpt-9' },
      'The model `gpt-9` does not exist or you do not have access to it.',
      'model_not_found',
    ],
    ['conversational', 404, { ...hello, model: 'davinci-002' }, 'This is not a chat model', null],
    [
      'endpoint',
      404,
      { ...hello, model: 'gpt-5.3-codex' },
      'This model is only supported in v1/responses and not in v1/chat/completions.',
      null,
    ],
    [
      'max-tokens',
      400,
      { ...hello, max_tokens: 100 },
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'unsupported_parameter',
    ],
    [
      'temperature',
      400,
      { ...hello, temperature: 0.2 },
      "Unsupported value: 'temperature' does not support 0.2 with this model.",
      'unsupported_value',
    ],
    [
      'effort',
      400,
      { ...hello, model: 'gpt-6.1-sol', reasoning_effort: 'none' },
      "Unsupported value: 'none' is not supported with the 'gpt-6.1-sol' model.",
      'unsupported_value',
    ],
    [
      'effort',
      400,
      { ...old, reasoning_effort: 'low' },
      "Unsupported parameter: 'reasoning_effort' is not supported with this model.",
      'unsupported_parameter',
    ],
    [
      'tools-endpoint',
      400,
      { ...hello, tools },
      `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
      null,
    ],
    [
      'tools: name',
      400,
      { ...old, tools: [chatTool('read file')] },
      "Invalid 'tools[0].function.name': string does not match pattern.",
      'invalid_value',
    ],
    [
      'tools: name-length',
      400,
      { ...old, tools: [chatTool('a'.repeat(65))] },
      'Expected a string with maximum length 64, but got a string with length 65 instead.',
      'string_above_max_length',
    ],
    [
      'tools: description-length',
      400,
      { ...old, tools: [chatTool('read', { description: 'a'.repeat(1025) })] },
      "Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 1024",
      'string_above_max_length',
    ],
    [
      'tools: too-many',
      400,
      { ...old, tools: Array.from({ length: 129 }, (_, n) => chatTool(`tool_${n}`)) },
      "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 129 instead.",
      'array_above_max_length',
    ],
    [
      'tools: schema',
      400,
      { ...old, tools: [chatTool('read', { parameters: { type: 'object' } })] },
      "Invalid schema for function 'read': In context=(), object schema missing properties.",
      'invalid_function_parameters',
    ],
    [
      'tools: keyword',
      400,
      {
        ...old,
        tools: [chatTool('read', { parameters: { type: 'object', properties: {}, anyOf: [] } })],
      },
      "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level",
      'invalid_function_parameters',
    ],
    [
      'tools: schema',
      400,
      {
        ...old,
        tools: [
          chatTool('read', {
            parameters: { type: 'object', properties: { a: { type: 'array' } } },
          }),
        ],
      },
      "In context=('properties', 'a'), array schema missing items.",
      'invalid_function_parameters',
    ],
    [
      'order',
      400,
      { ...old, messages: toolRound('call_a').slice(0, 2) },
      'The following tool_call_ids did not have response messages: call_a',
      null,
    ],
    [
      'order',
      400,
      { ...old, messages: [...hello.messages, { role: 'tool', tool_call_id: 'x', content: '' }] },
      "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      null,
    ],
    [
      'call-id',
      400,
      { ...old, messages: toolRound('x'.repeat(41)) },
      "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40",
      'string_above_max_length',
    ],
    [
      'unknown-field',
      400,
      { ...hello, thinking: { type: 'enabled' } },
      'Unrecognized request argument supplied: thinking',
      'unknown_parameter',
    ],
    [
      'context',
      400,
      { ...old, model: 'gpt-4o', messages: [{ role: 'user', content: '字'.repeat(128_001) }] },
      "This model's maximum context length is 128000 tokens.",
      'context_length_exceeded',
    ],
  ])('refuses: %s (%i)', async (rule, status, body, text, code) => {
    const answer = await ask(provider, path, body);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({
      error: { message: expect.stringContaining(text), type: 'invalid_request_error', code },
    });
    expect(provider.refusals.map((refusal) => refusal.rule)).toEqual([rule]);
  });

  it('refuses a wrong key and hides its middle', async () => {
    const authorization = 'Bearer sk-proj-abcdefgh1234';
    const answer = await ask(provider, path, hello, { authorization });
    expect(answer).toMatchObject({
      status: 401,
      json: {
        error: {
          message: expect.stringContaining('Incorrect API key provided: sk-proj-********1234.'),
          code: 'invalid_api_key',
        },
      },
    });
  });

  it('serves what the newest models take here', async () => {
    const bodies = [
      { ...hello, max_completion_tokens: 500 },
      { ...hello, tools, reasoning_effort: 'none', temperature: 0.2 },
      { ...old, tools, temperature: 0.2, max_tokens: 500 },
      { ...hello, model: 'gpt-5.4', tools },
      { ...old, messages: toolRound('call_a') },
    ];
    for (const body of bodies) expect((await ask(provider, path, body)).status).toBe(200);
    expect(provider.refusals).toEqual([]);
  });

  it('counts reasoning and shows none of it', async () => {
    provider.answerWith(() => ({ text: 'Hello.', reasoning: 'They greet.' }));
    const { json, text } = await ask(provider, path, hello);
    expect(json).toMatchObject({ usage: { completion_tokens_details: { reasoning_tokens: 3 } } });
    expect(text).not.toContain('They greet');
  });

  it('streams counts only where they were asked for', async () => {
    const without = await ask(provider, path, { ...hello, stream: true });
    expect(without.text).not.toContain('usage');
    const asked = { ...hello, stream: true, stream_options: { include_usage: true } };
    expect(eventsIn(await ask(provider, path, asked)).at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: expect.any(Number) },
    });
  });

  it('serves prefixes of 1,024 tokens and more from the cache of one key', async () => {
    const long = { role: 'system', content: 'word '.repeat(1500) };
    const body = { model, messages: [long, ...hello.messages], prompt_cache_key: 'run-1' };
    const cachedIn = async (changed: Json) => {
      const { json } = await ask(provider, path, { ...body, ...changed });
      const usage = json['usage'] as { prompt_tokens_details: Record<string, number> };
      return usage.prompt_tokens_details;
    };
    expect(await cachedIn({})).toMatchObject({ cached_tokens: 0, cache_write_tokens: 1536 });
    expect(
      await cachedIn({ messages: [long, { role: 'user', content: 'Another.' }] }),
    ).toMatchObject({ cached_tokens: 1408 });
    expect(await cachedIn({ prompt_cache_key: 'run-2' })).toMatchObject({ cached_tokens: 0 });
  });
});
