import { afterEach, describe, expect, it } from '@jest/globals';
import { fixture } from '../mcp/open-connection.js';
import { finished, offerPipeline, resultAlone, submit } from '../runs/support/commission.js';
import { anthropic } from '../support/providers/anthropic.js';
import type { Conversation, Reply, ReplyCall } from '../support/providers/core/reply.js';
import { deepSeek } from '../support/providers/deepseek.js';
import { openAi } from '../support/providers/openai.js';
import { startProviderOffice, type ProviderOffice } from '../support/providers/provider-office.js';
import { innateToolNames } from '../../src/tools/innate-tools.js';

const roleId = 'backend-dev-1';
const brew = 'mcp__seventy-tools__zz_brew';

const finds = (query: string): ReplyCall => ({
  name: 'find_tools',
  arguments: JSON.stringify({ query }),
});
const uses = (name: string, args: unknown): ReplyCall => ({
  name: 'use_tool',
  arguments: JSON.stringify({ name, arguments: args }),
});

const providers = [
  ['DEEPSEEK', deepSeek],
  ['OPENAI', openAi],
  ['ANTHROPIC', anthropic],
] as const;

describe('an employee with more tools than a request carries', () => {
  let provider: ProviderOffice;

  afterEach(() => provider.close());

  /** A turn in which the employee makes these calls, one in each answer. */
  async function working(
    [name, simulated]: (typeof providers)[number],
    calls: readonly ReplyCall[],
    env: Record<string, string> = {},
  ) {
    const { command, args } = fixture('seventy-tools');
    const reported: string[] = [];
    const brain = ({ messages }: Conversation): Reply => {
      const results = messages.filter(({ role }) => role === 'tool').map(({ text }) => text);
      reported.splice(0, Infinity, ...results.map(resultAlone));
      const next = calls[results.length];
      return next === undefined ? { text: 'Brewed.\nTAGS: docs' } : { toolCalls: [next] };
    };
    provider = await startProviderOffice({
      name,
      provider: simulated(),
      brain,
      env: {
        OFFICE_MCP_SERVERS: [`seventy-tools=${command}`, ...args].join(' '),
        OFFICE_MCP_GRANT_ROLES: 'shell-roles',
        ...env,
      },
    });
    const { office, socket, simulator } = provider;
    const pipelineId = offerPipeline(office, { kind: 'build', roleIds: [roleId] });
    const { id } = await submit(office, { pipelineId });
    const ended = async () => {
      const run = await finished(office, socket, id);
      expect(run).toMatchObject({ status: 'done', error: null });
      expect(simulator.refusals).toEqual([]);
      expect(simulator.losses).toEqual([]);
      const [turn] = run.turns;
      expect(socket.ofType('tool.result').map(({ call }) => call)).toEqual(turn?.toolCalls);
      return turn?.toolCalls ?? [];
    };
    return { ended, reported, simulator, socket, runId: id };
  }

  it.each(providers)('finds the others at %s and calls them, by one list', async (...seat) => {
    const { ended, reported, simulator } = await working(
      seat,
      [finds('make coffee'), uses(brew, { cups: 2 }), uses(brew, '{"cups":3}')],
      { OFFICE_MCP_REQUIRE_APPROVAL: 'false' },
    );
    const calls = await ended();
    expect(calls).toMatchObject([
      { name: 'find_tools', status: 'ok' },
      { name: brew, argumentsJson: '{"cups":2}', status: 'ok' },
      { name: brew, argumentsJson: '{"cups":3}', status: 'ok' },
    ]);
    expect(reported[0]).toContain(`${brew}\n`);
    expect(reported[0]).toContain('\nMakes coffee for the office.\n');
    expect(reported[0]).toContain('"cups":{"type":"integer"}');
    expect(reported[1]).toContain('zz_brew: {"cups":2}');
    const lists = simulator.served.map(({ request }) => JSON.stringify(request.body?.['tools']));
    expect(new Set(lists).size).toBe(1);
    const names = [...(lists[0] ?? '').matchAll(/"name":"([^"]+)"/g)].map(([, name = '']) => name);
    expect(names).toHaveLength(40);
    expect(names.slice(-2)).toEqual(['find_tools', 'use_tool']);
    expect(names).not.toContain(brew);
    const foreign = names.filter((name) => name.startsWith('mcp__'));
    expect(foreign).toEqual([...foreign].sort());
    // Facts are proposed by leads alone.
    const innate = innateToolNames.filter((name) => name !== 'propose_fact');
    const first = [...innate, 'list_dir', 'read_file'];
    expect(names.slice(0, first.length)).toEqual(first);
  });

  it('needs a yes for them as for every other tool', async () => {
    const { ended, reported, socket } = await working(providers[0], [uses(brew, { cups: 1 })]);
    const { approval } = await socket.waitFor('approval.requested');
    expect(approval).toMatchObject({ kind: 'network', employeeId: roleId });
    expect(approval.detail).toContain(brew);
    socket.send({ type: 'approve', approvalId: approval.id, approved: false });
    expect(await ended()).toMatchObject([{ name: brew, status: 'error' }]);
    expect(reported[0]).toContain('The human declined');
  });

  it('is told the arguments of a tool that it called wrongly, and gets none it does not hold', async () => {
    const { ended, reported } = await working(
      providers[0],
      [
        uses(brew, {}),
        uses(brew, 'two cups'),
        uses('agent__nobody__delegate', {}),
        uses('use_tool', {}),
        { name: 'use_tool', arguments: '{"cups":' },
        finds('weather'),
      ],
      { OFFICE_MCP_REQUIRE_APPROVAL: 'false' },
    );
    expect(await ended()).toMatchObject([
      { name: brew, status: 'error' },
      { name: brew, argumentsJson: 'two cups', status: 'error' },
      { name: 'agent__nobody__delegate', status: 'denied' },
      { name: 'use_tool', status: 'denied' },
      { name: 'use_tool', argumentsJson: '{"cups":', status: 'error' },
      { name: 'find_tools', status: 'ok' },
    ]);
    expect(reported[0]).toContain('How many cups?');
    expect(reported[0]).toContain('"cups":{"type":"integer"}');
    expect(reported[1]).toContain('bad arguments');
    expect(reported[1]).toContain('"cups":{"type":"integer"}');
    expect(reported[2]).toContain('more, which find_tools finds');
    expect(reported[4]).toContain('use_tool takes { "name"');
    expect(reported[5]).toContain('No tool you hold matches "weather"');
  });
});
