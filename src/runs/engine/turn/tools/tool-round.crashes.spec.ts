import { beforeEach, describe, expect, it } from '@jest/globals';
import { noForesight } from '#test/runs/support/no-foresight.js';
import { aTurnAtWork, aTurnRequest } from '#test/runs/support/an-active-turn.js';
import { openStore } from '#test/runs/support/open-store.js';
import { noSnapshots } from '#test/runs/support/no-snapshots.js';
import { sampleRole } from '#test/runs/support/sample-role.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { runTexts } from '#protocol/texts/runs.js';
import { ToolRegistry } from '#tools/tool-registry.js';
import type { Tool, ToolArguments } from '#tools/tool.js';
import type { EmployeesService } from '#workspaces/employees/employees.service.js';
import { RunHalted, type RunSession } from '../../journal/run-session.js';
import type { ToolApprovals } from './tool-approvals.js';
import type { ToolContextFactory } from './tool-context.js';
import { CallChanges } from './call-changes.js';
import { ToolRound } from './tool-round.js';
import { ToolRunner } from './tool-runner.js';
import { TurnTools } from './turn-tools.js';

const key = 's/dev/m1';

describe('a round of tools that a crash cut off', () => {
  const opened = openStore('sqlite');
  let runs: StoredRuns;
  let ran: string[];
  /** The place of the call in which the process crashes. */
  let crashAt: string | null;
  let session: RunSession;

  beforeEach(async () => {
    runs = new StoredRuns(opened());
    session = await runs.begin();
    ran = [];
    crashAt = null;
  });

  function tool(name: string, readOnly: boolean): Tool {
    const run = async ({ at }: ToolArguments) => {
      ran.push(`${name} ${String(at)}`);
      if (at === crashAt) session.halt();
      return { ok: true, content: `${name} ${String(at)}` };
    };
    return { name, description: '', parameters: {}, pluginId: null, readOnly, run };
  }

  /** @returns previews of the results, in the order of delivery */
  async function round(of: RunSession, ...calls: readonly string[]): Promise<readonly string[]> {
    const registry = new ToolRegistry();
    registry.register(tool('look', true));
    registry.register(tool('change', false));
    const { clock, logger } = runs.store;
    const contexts = {
      create: () => ({}),
      changesOf: () => new CallChanges(noSnapshots, '.', false),
    } as unknown as ToolContextFactory;
    const approvals = { withdraw: async () => {} } as unknown as ToolApprovals;
    const employees = { change: () => {} } as unknown as EmployeesService;
    const runner = new ToolRunner(
      runs.once,
      new TurnTools(registry),
      contexts,
      approvals,
      employees,
      clock,
      logger,
    );
    const role = sampleRole('dev', { allowedTools: ['look', 'change'] });
    const turn = aTurnAtWork(of, { request: aTurnRequest(role) });
    const requests = calls.map((call, index) => {
      const [name = '', at = ''] = call.split(' ');
      return { id: `call_${index}`, name, argumentsJson: JSON.stringify({ at }) };
    });
    const previews: string[] = [];
    await new ToolRound(runner, noForesight).run(turn, key, requests, {
      ended: ({ record }) => void previews.push(record.resultPreview),
      storingLast: () => {},
    });
    return previews;
  }

  async function states(): Promise<readonly (readonly [string, string])[]> {
    const stored = await runs.steps.ofRun(session.run.id);
    return stored.map((step) => [step.key, step.state] as const).sort();
  }

  it('reads again whatever was not stored, and nothing that was', async () => {
    const calls = ['look a', 'look b', 'look c'];
    crashAt = 'b';
    await expect(round(session, ...calls)).rejects.toThrow(RunHalted);
    const left = await states();
    expect(left.map(([stepKey]) => stepKey)).toEqual([`${key}/t0`, `${key}/t1`, `${key}/t2`]);
    const stored = left.filter(([, state]) => state === 'settled').length;
    // The stored results belong to the first calls of the round.
    expect(left.map(([, state]) => state)).toEqual([
      ...Array<string>(stored).fill('settled'),
      ...Array<string>(3 - stored).fill('started'),
    ]);
    [crashAt, ran] = [null, []];
    expect(await round(await runs.load(session.run), ...calls)).toEqual(calls);
    expect([...ran].sort()).toEqual(calls.slice(stored));
  });

  it('does not repeat a change: its outcome is unknown, and what follows is made', async () => {
    const calls = ['look a', 'change b', 'look c'];
    crashAt = 'b';
    await expect(round(session, ...calls)).rejects.toThrow(RunHalted);
    expect(ran).toEqual(['look a', 'change b']);
    [crashAt, ran] = [null, []];
    expect(await round(await runs.load(session.run), ...calls)).toEqual([
      'look a',
      runTexts.interruptedTool,
      'look c',
    ]);
    expect(ran).toEqual(['look c']);
  });
});
