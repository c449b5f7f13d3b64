import { afterEach, describe, expect, it } from '@jest/globals';
import type { ModelMessage, ToolSchema } from '../../src/models/gateway/model-call.js';
import type { ProviderAnswer } from '../../src/models/providers/model-provider.js';
import { aModel } from '../support/models/a-model.js';
import { aRequest } from '../support/models/live.js';
import type { Conversation, Reply } from '../support/providers/core/reply.js';
import type { ProviderSimulator } from '../support/providers/core/simulator.js';
import { connectSeat, type Seat, seats } from '../support/providers/seats.js';

const readFile: ToolSchema = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};

const rounds = 3;

/** Asks for two files in each of three rounds, and is done. */
function curious({ messages, toolNames }: Conversation): Reply {
  if (toolNames.length === 0) return { text: 'I may not look.' };
  const results = messages.filter(({ role }) => role === 'tool').length;
  if (results >= 2 * rounds) return { reasoning: 'That is all.', text: 'Done.' };
  const call = (name: string) => ({ name: 'read_file', arguments: JSON.stringify({ path: name }) });
  return {
    reasoning: `I need files ${results} and ${results + 1}.`,
    ...(results === 0 && { text: 'Let me look.' }),
    toolCalls: [call(`${results}.txt`), call(`${results + 1}.txt`)],
  };
}

const opened: ProviderSimulator[] = [];
afterEach(async () => {
  for (const simulator of opened.splice(0)) await simulator.close();
});

async function sit(seat: Seat) {
  const { simulator, provider } = await connectSeat(seat, curious);
  opened.push(simulator);
  const { provider: id, model } = seat;
  const ask = (
    messages: readonly ModelMessage[],
    streamed: boolean,
    toolChoice?: 'none',
  ): Promise<ProviderAnswer> =>
    provider.complete(
      aRequest({
        ...(toolChoice && { toolChoice }),
        model: aModel({ id: model, providerId: id, maxOutputTokens: 8192 }),
        messages,
        tools: [readFile],
        ...(streamed && { onDelta: () => {} }),
      }),
    );
  return { simulator, ask, servedBy: { providerId: id, modelId: model } };
}

type Seated = Awaited<ReturnType<typeof sit>>;

/** One answer with its results, as the journal would bring it back. */
async function round(
  { ask, servedBy }: Seated,
  messages: readonly ModelMessage[],
  streamed: boolean,
): Promise<readonly ModelMessage[]> {
  const { text, toolCalls, parts, vendor } = await ask(messages, streamed);
  const origin = { servedBy, ...(parts && { parts }), ...(vendor && { vendor }) };
  const answer: ModelMessage = { role: 'assistant', content: text, toolCalls, origin };
  const results = toolCalls.map(({ id, name }): ModelMessage => {
    return { role: 'tool', content: 'contents', toolCallId: id, name };
  });
  return JSON.parse(JSON.stringify([...messages, answer, ...results])) as ModelMessage[];
}

const asked: readonly ModelMessage[] = [
  { role: 'system', content: 'You are Ada.' },
  { role: 'user', content: 'Read six files.' },
];

function expectWellMade({ simulator }: Seated): void {
  expect(simulator.refusals).toEqual([]);
  expect(simulator.losses).toEqual([]);
}

describe('a conversation with tools', () => {
  const named = seats.map((seat) => [`${seat.provider} ${seat.model}`, seat] as const);

  it.each(named)('goes on with %s without loss, streamed and whole', async (_name, seat) => {
    for (const streamed of [true, false]) {
      const seated = await sit(seat);
      let messages = asked;
      for (let count = 0; count <= rounds; count++) {
        messages = await round(seated, messages, streamed);
      }
      expectWellMade(seated);
      expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: 'Done.' });
    }
  });

  it.each(named)('ends with an answer of %s that must not call tools', async (_name, seat) => {
    const seated = await sit(seat);
    const { simulator, ask } = seated;
    let messages = await round(seated, asked, true);
    messages = await round(seated, messages, true);
    const last = await ask(messages, true, 'none');
    expectWellMade(seated);
    expect(last).toMatchObject({ text: 'I may not look.', toolCalls: [], finishReason: 'stop' });
    const [before, closing] = simulator.requests.slice(-2).map(({ body }) => body ?? {});
    if (seat.provider === 'local') {
      expect(closing).not.toHaveProperty('tools');
      return;
    }
    // The list stays: prompt caches and bound reasoning depend on it.
    expect(closing?.['tools']).toEqual(before?.['tools']);
    const choice = seat.kind === 'anthropic' ? { type: 'none' } : 'none';
    expect(closing?.['tool_choice']).toEqual(choice);
  });

  it.each(named)('that others began is understood by %s', async (_name, seat) => {
    for (const other of seats) {
      const [begun, going] = [await sit(other), await sit(seat)];
      let messages = await round(begun, asked, true);
      messages = await round(begun, messages, true);
      messages = await round(going, messages, true);
      messages = await round(begun, messages, true);
      expect(begun.simulator.refusals).toEqual([]);
      expect(going.simulator.refusals).toEqual([]);
      // Two simulators of one provider make the same ids, by which they would know each other's calls.
      if (other.provider !== seat.provider) expect(begun.simulator.losses).toEqual([]);
      expect(messages.filter(({ role }) => role === 'assistant')).toHaveLength(4);
      await Promise.all(opened.splice(0).map((simulator) => simulator.close()));
    }
  });
});
