import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ask, eventsIn } from '../../support/providers/ask.js';
import { ProviderSimulator } from '../../support/providers/core/simulator.js';
import type { Json } from '../../support/providers/core/provider-rules.js';
import { openAi } from '../../support/providers/openai.js';

const path = '/responses';
const model = 'gpt-6.1-sol';
const user = { role: 'user', content: [{ type: 'input_text', text: 'Read a.' }] };
const hello = { model, input: [user], store: false };
const parameters = { type: 'object', properties: { path: { type: 'string' } } };
const tools = [{ type: 'function', name: 'read', description: 'Reads.', parameters }];
const call = { type: 'function_call', call_id: 'call_a', name: 'read', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'call_a', output: 'a' };
const include = ['reasoning.encrypted_content'];

describe('the simulated OpenAI: Responses', () => {
  let provider: ProviderSimulator;
  beforeEach(async () => {
    provider = await ProviderSimulator.start(openAi());
  });
  afterEach(() => provider.close());

  it.each<[rule: string, status: number, body: Json, text: string]>([
    [
      'moved-field',
      400,
      { ...hello, reasoning_effort: 'low' },
      "In the Responses API, this parameter has moved to 'reasoning.effort'.",
    ],
    ['unknown-field', 400, { ...hello, thinking: {} }, "Unknown parameter: 'thinking'."],
    [
      'temperature',
      400,
      { ...hello, temperature: 0.2 },
      "Unsupported parameter: 'temperature' is not supported with this model.",
    ],
    [
      'effort',
      400,
      { ...hello, reasoning: { effort: 'minimal' } },
      "Unsupported value: 'minimal' is not supported with the 'gpt-6.1-sol' model.",
    ],
    [
      'encrypted',
      400,
      { ...hello, model: 'gpt-4.1', include },
      'Encrypted content is not supported with this model.',
    ],
    [
      'output-limit',
      400,
      { ...hello, max_output_tokens: 1 },
      "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 1 instead.",
    ],
    [
      'tools: schema',
      400,
      { ...hello, tools: [{ ...tools[0], parameters: { type: 'object' } }] },
      "Invalid schema for function 'read': In context=(), object schema missing properties.",
    ],
    [
      'item-shape',
      400,
      {
        ...hello,
        input: [user, { role: 'assistant', content: [{ type: 'input_text', text: '' }] }],
      },
      "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
    ],
    [
      'item-id',
      400,
      { ...hello, input: [user, { ...call, id: 'call_a' }, output] },
      "Invalid 'input[1].id': 'call_a'. Expected an ID that begins with 'fc'.",
    ],
    [
      'call-id',
      400,
      { ...hello, input: [user, { ...call, call_id: 'x'.repeat(65) }] },
      "Invalid 'input[1].call_id': string too long. Expected a string with maximum length 64",
    ],
    [
      'order',
      400,
      { ...hello, input: [user, call] },
      'No tool output found for function call call_a.',
    ],
    [
      'order',
      400,
      { ...hello, input: [user, output] },
      'No tool call found for function call output with call_id call_a.',
    ],
    [
      'reasoning-stored',
      404,
      { ...hello, input: [user, { type: 'reasoning', id: 'rs_1', summary: [] }, call, output] },
      "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
    ],
    [
      'encrypted',
      400,
      {
        ...hello,
        input: [
          user,
          { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAAABforged' },
          call,
          output,
        ],
      },
      'The encrypted content for item rs_1 could not be verified.',
    ],
    [
      'context',
      400,
      { ...hello, model: 'o3', input: '字'.repeat(200_001) },
      'Your input exceeds the context window of this model.',
    ],
  ])('refuses: %s (%i)', async (rule, status, body, text) => {
    const answer = await ask(provider, path, body);
    expect(answer.status).toBe(status);
    expect(answer.json).toMatchObject({
      error: { message: expect.stringContaining(text), type: 'invalid_request_error' },
    });
    expect(provider.refusals.map((refusal) => refusal.rule)).toEqual([rule]);
  });

  it('takes tools with reasoning, and its sealed reasoning back before the call', async () => {
    provider.answerWith(({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { text: 'It says a.' }
        : { toolCalls: [{ name: 'read', arguments: '{"path":"a"}' }] },
    );
    const first = await ask(provider, path, { ...hello, tools, include });
    expect(first.status).toBe(200);
    const said = first.json['output'] as readonly [Json, Json];
    expect(said).toMatchObject([
      { type: 'reasoning', id: expect.stringMatching(/^rs_/), summary: [] },
      { type: 'function_call', status: 'completed' },
    ]);
    const result = { ...output, call_id: said[1]['call_id'] };
    const again = (...items: Json[]) =>
      ask(provider, path, { ...hello, tools, include, input: [user, ...items] });
    expect((await again(...said, result)).status).toBe(200);
    expect(provider.losses).toEqual([]);

    expect((await again(said[1], result)).status).toBe(200);
    expect(provider.losses).toEqual([`the reasoning item before ${String(said[1]['call_id'])}`]);

    expect((await again(said[0], user)).json).toMatchObject({
      error: {
        message: expect.stringContaining('was provided without its required following item'),
      },
    });
  });

  it('refuses a stored call without the reasoning it came from', async () => {
    provider.answerWith(() => ({ toolCalls: [{ name: 'read', arguments: '{}' }] }));
    const first = await ask(provider, path, { ...hello, store: true, tools });
    const [, made] = first.json['output'] as readonly [Json, Json];
    const input = [user, made, { ...output, call_id: made['call_id'] }];
    expect((await ask(provider, path, { ...hello, input })).json).toMatchObject({
      error: {
        message: expect.stringContaining("was provided without its required 'reasoning' item"),
      },
    });
  });

  it('streams items and their parts, and ends with the whole response', async () => {
    provider.answerWith(() => ({
      text: 'I read.',
      reasoning: 'Which file?',
      toolCalls: [{ name: 'read', arguments: '{"path":"a"}' }],
    }));
    const body = { ...hello, tools, include, stream: true, reasoning: { summary: 'auto' } };
    const events = eventsIn(await ask(provider, path, body));
    const types = [...new Set(events.map(({ type }) => type))];
    expect(types).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.reasoning_summary_part.added',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.done',
      'response.reasoning_summary_part.done',
      'response.output_item.done',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.completed',
    ]);
    expect(events.at(-1)).toMatchObject({
      response: {
        status: 'completed',
        usage: { input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 } },
      },
    });
  });

  it.each([
    ['length', 'max_output_tokens'],
    ['filtered', 'content_filter'],
  ] as const)('is incomplete when it ends as %s', async (ending, reason) => {
    provider.answerWith(() => ({ text: 'As far as', ending }));
    expect((await ask(provider, path, hello)).json).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason },
    });
  });

  it('refuses in a part of its own', async () => {
    provider.answerWith(() => ({ text: 'I cannot help with that.', ending: 'refused' }));
    const { json } = await ask(provider, path, { ...hello, reasoning: { effort: 'low' } });
    expect(json['output']).toContainEqual(
      expect.objectContaining({
        content: [{ type: 'refusal', refusal: 'I cannot help with that.' }],
      }),
    );
  });
});
