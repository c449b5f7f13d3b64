import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ToolCallRecord } from '../../src/protocol/records/work.js';
import { ToolRegistry } from '../../src/tools/tool-registry.js';
import type { Tool } from '../../src/tools/tool.js';
import type { Conversation, Reply } from '../support/providers/core/reply.js';
import { deepSeek } from '../support/providers/deepseek.js';
import { startProviderOffice, type ProviderOffice } from '../support/providers/provider-office.js';
import { carryOut, offerPipeline } from './support/commission.js';

const roleId = 'ceo';

/** Those who come wait until so many are there. */
class Barrier {
  private readonly met = Promise.withResolvers<void>();
  private there = 0;

  constructor(private readonly of: number) {}

  async meet(): Promise<void> {
    this.there += 1;
    if (this.there === this.of) this.met.resolve();
    await this.met.promise;
  }
}

describe('the tool calls of one answer', () => {
  let provider: ProviderOffice;
  /** What was begun and ended, in order. */
  let events: string[];

  beforeEach(async () => {
    events = [];
    provider = await startProviderOffice({ name: 'DEEPSEEK', provider: deepSeek() });
  });
  afterEach(() => provider.close());

  function tool(name: string, readOnly: boolean, act: (at: string) => Promise<void>): Tool {
    return {
      name,
      description: 'Looks at a place.',
      parameters: { type: 'object', properties: { at: { type: 'string' } } },
      pluginId: null,
      readOnly,
      run: async ({ at }) => {
        events.push(`${name} ${String(at)} begins`);
        await act(String(at));
        events.push(`${name} ${String(at)} ends`);
        return { ok: true, content: `${name} ${String(at)}` };
      },
    };
  }

  /** A run whose first turn asks for all these calls in one answer. */
  async function calling(tools: readonly Tool[], calls: readonly (readonly [string, string])[]) {
    const { office, socket, simulator } = provider;
    const registry = office.app.get(ToolRegistry, { strict: false });
    for (const entry of tools) registry.register(entry);
    const allowedTools = tools.map(({ name }) => name);
    socket.send({ type: 'setRoleGrants', roleId, allowedTools });
    await socket.waitFor('org.updated');
    simulator.answerWith(({ messages }: Conversation): Reply => {
      if (messages.some(({ role }) => role === 'tool')) return { text: 'Seen.\nTAGS: docs' };
      return {
        toolCalls: calls.map(([name, at]) => ({ name, arguments: JSON.stringify({ at }) })),
      };
    });
    const pipelineId = offerPipeline(office, { roleIds: [roleId] });
    const run = await carryOut(office, socket, { pipelineId });
    expect(run).toMatchObject({ status: 'done', error: null });
    expect(simulator.refusals).toEqual([]);
    const told = socket.ofType('tool.result').map(({ call }) => call);
    expect(run.turns.map(({ toolCalls }) => toolCalls)).toEqual([told]);
    return { calls: told, simulator };
  }

  const places = (calls: readonly ToolCallRecord[]): readonly string[] =>
    calls.map(({ name, argumentsJson }) => {
      const { at } = JSON.parse(argumentsJson) as { at: string };
      return `${name} ${at}`;
    });

  it('are made at the same time where they only read, and reported in their order', async () => {
    // Ends only when all three are at work together; the first is the last to end.
    const barrier = new Barrier(3);
    const others = new Barrier(3);
    const look = tool('look', true, async (at) => {
      await barrier.meet();
      const left = others.meet();
      if (at === 'a') await left;
    });
    const asked = ['a', 'b', 'c'].map((at) => ['look', at] as const);
    const { calls, simulator } = await calling([look], asked);
    expect(places(calls)).toEqual(['look a', 'look b', 'look c']);
    expect(calls.every(({ status }) => status === 'ok')).toBe(true);
    expect(events.slice(0, 3)).toEqual(['look a begins', 'look b begins', 'look c begins']);
    const bodies = simulator.served.map(({ request }) => request.body);
    const results = bodies.flatMap((body) =>
      (body?.['messages'] as { role: string; content: string }[]).filter(
        ({ role }) => role === 'tool',
      ),
    );
    expect(results.map(({ content }) => /look [abc]/.exec(content)?.[0])).toEqual([
      'look a',
      'look b',
      'look c',
    ]);
  });

  it('are made one after another, in their order, where they may change something', async () => {
    const barrier = new Barrier(2);
    const look = tool('look', true, () => barrier.meet());
    const change = tool('change', false, async () => {});
    const { calls } = await calling(
      [look, change],
      [
        ['change', 'a'],
        ['look', 'b'],
        ['look', 'c'],
        ['change', 'd'],
        ['change', 'e'],
      ],
    );
    const order = ['change a', 'look b', 'look c', 'change d', 'change e'];
    expect(places(calls)).toEqual(order);
    expect(events).toEqual([
      'change a begins',
      'change a ends',
      'look b begins',
      'look c begins',
      ...events.slice(4, 6),
      'change d begins',
      'change d ends',
      'change e begins',
      'change e ends',
    ]);
    expect([...events.slice(4, 6)].sort()).toEqual(['look b ends', 'look c ends']);
  });
});
