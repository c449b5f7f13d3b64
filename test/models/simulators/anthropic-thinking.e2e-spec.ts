import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ask, eventsIn } from '../../support/providers/ask.js';
import type { SimulatorAnswer } from '../../support/providers/ask.js';
import { anthropic } from '../../support/providers/anthropic.js';
import { ProviderSimulator } from '../../support/providers/core/simulator.js';
import type { Json } from '../../support/providers/core/provider-rules.js';

const path = '/messages';
const user = { role: 'user', content: 'Read a.' };
const plain = { model: 'claude-haiku-4-5', max_tokens: 4096, messages: [user] };
const newest = { ...plain, model: 'claude-opus-5-5' };
const tool = {
  name: 'read',
  description: 'Reads.',
  input_schema: { type: 'object', properties: { path: { type: 'string' } } },
};
const tools = [tool];
const result = { type: 'tool_result', tool_use_id: 'toolu_a', content: 'The text of a.' };
const asked = (...content: Json[]) => ({ role: 'assistant', content });
const told = (...content: Json[]) => ({ role: 'user', content });
const marker = { cache_control: { type: 'ephemeral' } };
const manual = { type: 'enabled', budget_tokens: 2048 };

function contentOf({ json }: SimulatorAnswer): readonly Json[] {
  return json['content'] as readonly Json[];
}

describe('the simulated Anthropic: what comes back and what is cached', () => {
  let provider: ProviderSimulator;
  beforeEach(async () => {
    provider = await ProviderSimulator.start(anthropic());
  });
  afterEach(() => provider.close());

  /** What the model says before it asks for a file, and the request with the file. */
  async function round(body: Json): Promise<{ said: readonly Json[]; messages: Json[] }> {
    provider.answerWith(({ messages }) =>
      messages.at(-1)?.role === 'tool'
        ? { text: 'Done.' }
        : { reasoning: 'I must read.', toolCalls: [{ name: 'read', arguments: '{"path":"a"}' }] },
    );
    const said = contentOf(await ask(provider, path, { ...body, tools }));
    const id = said.at(-1)?.['id'];
    const messages = [user, asked(...said), told({ ...result, tool_use_id: id })];
    return { said, messages };
  }

  it('takes its signed thinking back, its text left out by the newest', async () => {
    const { said, messages } = await round(newest);
    expect(said[0]).toEqual({ type: 'thinking', thinking: '', signature: expect.any(String) });
    expect((await ask(provider, path, { ...newest, tools, messages })).status).toBe(200);
    expect(provider.refusals).toEqual([]);
    expect(provider.losses).toEqual([]);
  });

  it('refuses thinking that was changed', async () => {
    const { said, messages } = await round({ ...plain, thinking: manual });
    const changed = { ...said[0], thinking: 'I should not read.' };
    messages[1] = asked(changed, ...said.slice(1));
    const answer = await ask(provider, path, { ...plain, thinking: manual, tools, messages });
    expect(answer.json).toMatchObject({
      error: {
        message: expect.stringContaining(
          'blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
        ),
      },
    });
  });

  it.each<[name: string, change: (messages: readonly Json[]) => Json]>([
    ['tools', (messages) => ({ tools: [tool, { ...tool, name: 'write' }], messages })],
    ['system prompt', (messages) => ({ tools, system: 'Be brief.', messages })],
    [
      'earlier messages',
      (messages) => ({
        tools,
        messages: [{ role: 'user', content: 'Read b.' }, ...messages.slice(1)],
      }),
    ],
  ])('refuses thinking whose %s are no longer the same', async (_name, change) => {
    const { messages } = await round(newest);
    const answer = await ask(provider, path, { ...newest, ...change(messages) });
    expect(answer.json).toMatchObject({
      error: {
        message:
          'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
      },
    });
  });

  it('lets a change of cache markers and of the end of the conversation pass', async () => {
    const { messages } = await round(newest);
    const marked = [{ ...tool, ...marker }];
    const more = [...messages, { role: 'user', content: 'Go on.' }];
    expect((await ask(provider, path, { ...newest, tools: marked, messages: more })).status).toBe(
      200,
    );
  });

  it('notices thinking that did not come back where it is not demanded', async () => {
    const { said, messages } = await round(newest);
    messages[1] = asked(...said.slice(1));
    expect((await ask(provider, path, { ...newest, tools, messages })).status).toBe(200);
    expect(provider.losses).toEqual(['the thinking of messages.1']);
  });

  it('drops thinking of a model it cannot read', async () => {
    const { messages } = await round(newest);
    const body = { ...newest, model: 'claude-sonnet-5-5', system: 'Be brief.', tools, messages };
    expect((await ask(provider, path, body)).status).toBe(200);
  });

  it('caches up to the markers, tools before system before messages', async () => {
    const long = { type: 'text', text: 'word '.repeat(3000), ...marker };
    const usageOf = async (changed: Json) => {
      const { json } = await ask(provider, path, { ...newest, system: [long], ...changed });
      const usage = json['usage'] as Record<string, number>;
      const { cache_read_input_tokens: read = 0, cache_creation_input_tokens: written = 0 } = usage;
      return [read, written];
    };
    const [, written = 0] = await usageOf({});
    expect(written).toBeGreaterThan(3000);
    expect(await usageOf({ messages: [{ role: 'user', content: 'Other.' }] })).toEqual([
      written,
      0,
    ]);
    expect(await usageOf({ system: 'word '.repeat(3000) })).toEqual([0, 0]);
    const [none] = await usageOf({ tools });
    expect(none).toBe(0);
  });

  it('streams thinking, text and arguments in pieces', async () => {
    provider.answerWith(() => ({
      reasoning: 'Which file?',
      text: 'I read.',
      toolCalls: [{ name: 'read', arguments: '{"path":"a"}' }],
    }));
    const thinking = { type: 'adaptive', display: 'summarized' };
    const events = eventsIn(
      await ask(provider, path, { ...newest, tools, thinking, stream: true }),
    );
    const deltas = events.flatMap(
      ({ delta }) => (delta as { type?: string } | undefined)?.type ?? [],
    );
    expect(deltas).toEqual(['thinking_delta', 'signature_delta', 'text_delta', 'input_json_delta']);
    expect(events.at(-2)).toMatchObject({
      type: 'message_delta',
      delta: { stop_reason: 'tool_use' },
      usage: { output_tokens_details: { thinking_tokens: 3 } },
    });
    expect(events.at(-1)).toEqual({ type: 'message_stop' });
  });

  it.each([
    ['length', { stop_reason: 'max_tokens' }],
    ['refused', { stop_reason: 'refusal', stop_details: { type: 'refusal' } }],
  ] as const)('ends as %s', async (ending, expected) => {
    provider.answerWith(() => ({ text: 'As far as', ending }));
    expect((await ask(provider, path, plain)).json).toMatchObject(expected);
  });

  it('is overloaded with 529', async () => {
    provider.fail({ kind: 'overloaded' });
    expect(await ask(provider, path, plain)).toMatchObject({
      status: 529,
      json: { error: { type: 'overloaded_error', message: 'Overloaded' } },
    });
    expect(provider.refusals).toEqual([]);
  });
});
