import { beforeEach, describe, expect, it } from '@jest/globals';
import { aTurnAtWork, aTurnRequest } from '#test/runs/support/an-active-turn.js';
import { putStep } from '#test/runs/support/steps.js';
import { noSnapshots } from '#test/runs/support/no-snapshots.js';
import { openStore } from '#test/runs/support/open-store.js';
import { sampleRole } from '#test/runs/support/sample-role.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import type { Tool, ToolContext, ToolResult } from '#tools/tool.js';
import type { ToolRegistry } from '#tools/tool-registry.js';
import type { EmployeesService } from '#workspaces/employees/employees.service.js';
import type { StepState } from '../../journal/step-states.js';
import { RunHalted, type RunSession } from '../../journal/run-session.js';
import { CallChanges } from './call-changes.js';
import type { ToolApprovals } from './tool-approvals.js';
import type { ToolContextFactory } from './tool-context.js';
import type { ToolOutcome } from '../../journal/recorded.js';
import type { ToolCall } from './check-call.js';
import { ToolRunner } from './tool-runner.js';
import { TurnTools } from './turn-tools.js';
import type { ActiveTurn } from '../lifecycle/active-turn.js';

const key = 's/dev/m1/t0';
const call = (name = 'write_file', argumentsJson = '{"path":"a.ts"}'): ToolCall => ({
  name,
  argumentsJson,
});
const unknownOutcome =
  'Interrupted by a restart; the outcome is unknown. Check before repeating it.';

describe('a tool call', () => {
  const opened = openStore('sqlite');
  let runs: StoredRuns;
  let session: RunSession;
  /** Number of times the tool ran. */
  let ran: number;
  /** Activities set for employees. */
  let activities: unknown[];
  let withdrawn: string[];
  let answer: (context: ToolContext) => ToolResult | Promise<ToolResult>;

  beforeEach(async () => {
    runs = new StoredRuns(opened());
    session = await runs.begin();
    ran = 0;
    activities = [];
    withdrawn = [];
    answer = () => ({ ok: true, content: 'written', affectsPaths: ['a.ts'] });
  });

  function tool(readOnly: Tool['readOnly']): Tool {
    return {
      name: 'write_file',
      description: '',
      parameters: { type: 'object' },
      pluginId: null,
      readOnly,
      run: async (_, context) => {
        ran++;
        return answer(context);
      },
    };
  }

  function runner(readOnly: Tool['readOnly'] | null): ToolRunner {
    const registry = {
      get: (name: string) =>
        readOnly === null || name !== 'write_file' ? undefined : tool(readOnly),
    } as unknown as ToolRegistry;
    const contexts = {
      create: (_: ActiveTurn, __: string, factIds: string[]) => ({ factIds }),
      changesOf: () => new CallChanges(noSnapshots, '/nowhere', true),
    } as unknown as ToolContextFactory;
    const approvals = {
      withdraw: async (_: unknown, __: ActiveTurn, of: string) => void withdrawn.push(of),
    } as unknown as ToolApprovals;
    const employees = {
      change: (_: unknown, __: string, roleId: string, patch: unknown) =>
        void activities.push([roleId, patch]),
    } as unknown as EmployeesService;
    const { clock, logger } = runs.store;
    return new ToolRunner(
      runs.once,
      new TurnTools(registry),
      contexts,
      approvals,
      employees,
      clock,
      logger,
    );
  }

  /** Makes the call `key`. */
  function make(
    readOnly: Tool['readOnly'] | null,
    of: RunSession = session,
    request: ToolCall = call(),
  ): Promise<ToolOutcome> {
    return runner(readOnly).run(turn(of), key, request, () => {});
  }

  const turn = (of: RunSession = session): ActiveTurn =>
    aTurnAtWork(of, { request: aTurnRequest(sampleRole('dev', { allowedTools: ['write_file'] })) });

  /** Leaves the call in this state, as a killed process does, and continues the run. */
  async function crashedWhile(state: StepState, value?: unknown): Promise<RunSession> {
    await runs.journal.commit(session, (commit) => putStep(commit, key, state, value));
    return runs.load(session.run);
  }

  describe('that is made', () => {
    it('is recorded before and after, and told once', async () => {
      let stateMeanwhile: string | undefined;
      answer = async () => {
        stateMeanwhile = (await runs.steps.ofRun(session.run.id))[0]?.state;
        runs.store.clock.advance(40);
        return { ok: true, content: 'written', affectsPaths: ['a.ts'] };
      };
      const { record, content } = await make(false);
      expect(stateMeanwhile).toBe('started');
      expect(activities).toEqual([['dev', { status: 'working', activity: 'write_file a.ts' }]]);
      expect(record).toMatchObject({
        turnId: `${session.run.id} s/dev`,
        status: 'ok',
        durationMs: 40,
        affectsPaths: ['a.ts'],
      });
      expect(content).toContain('<untrusted-content source=tool:write_file>');
      expect(runs.store.events).toMatchObject([{ type: 'tool.result', call: record }]);
      expect(await runs.steps.ofRun(session.run.id)).toMatchObject([
        { key, state: 'settled', value: { record, content } },
      ]);
    });

    it('is not made again once its result is recorded', async () => {
      const first = await make(false);
      const again = await make(false, await runs.load(session.run));
      expect(again).toEqual(first);
      expect(ran).toBe(1);
      expect(runs.store.events).toHaveLength(1);
    });

    it('can fail in the words of the tool', async () => {
      answer = () => ({ ok: false, content: 'File does not exist: a.ts' });
      const { record } = await make(false);
      expect(record).toMatchObject({
        status: 'error',
        resultPreview: 'File does not exist: a.ts',
      });
    });

    it('can crash, and what it said in doing so is cleaned', async () => {
      answer = () => {
        throw new Error('boom\u001b[31m');
      };
      const { record, content } = await make(false);
      const text =
        'The tool "write_file" crashed: boom. Report this rather than working around it.';
      expect(record).toMatchObject({ status: 'error', resultPreview: text });
      expect(content).toBe(text);
    });
  });

  describe('that may not be made', () => {
    it.each([
      ['is not granted', call('run_shell'), 'refused: run_shell is not granted to dev'],
      ['has no such arguments', call('write_file', '[]'), /^bad arguments: /],
    ])('is settled without an intent when it %s', async (_, request, preview) => {
      const { record } = await make(false, session, request);
      expect(record.resultPreview).toMatch(preview);
      expect(ran).toBe(0);
      expect(activities).toEqual([]);
      expect(runs.store.events).toHaveLength(1);
    });
  });

  describe('that a crash cut off', () => {
    it('is made again where that is harmless', async () => {
      const continued = await crashedWhile('started');
      const { record } = await make(true, continued);
      expect(record.status).toBe('ok');
      expect(ran).toBe(1);
    });

    it('goes by the arguments where the tool does', async () => {
      const readsOnly: Tool['readOnly'] = ({ path }) => path === 'a.ts';
      const continued = await crashedWhile('started');
      await make(readsOnly, continued);
      expect(ran).toBe(1);
    });

    it('is not made again otherwise: its outcome is unknown, and the model is told so', async () => {
      const continued = await crashedWhile('started');
      const { record, content } = await make(false, continued);
      expect(record).toMatchObject({
        status: 'error',
        resultPreview: unknownOutcome,
        durationMs: 0,
      });
      expect(content).toBe(unknownOutcome);
      expect(ran).toBe(0);
      expect(withdrawn).toEqual([key]);
    });

    it('has an unknown outcome also when the tool is gone by now', async () => {
      const continued = await crashedWhile('started');
      const { record } = await make(null, continued);
      expect(record.resultPreview).toBe(unknownOutcome);
    });

    it('is made when it had only asked a person: nothing had been done', async () => {
      const continued = await crashedWhile('awaiting');
      const { record } = await make(false, continued);
      expect(record.status).toBe('ok');
      expect(ran).toBe(1);
    });
  });

  it('whose process must let the run go is not settled: the next process judges it', async () => {
    answer = () => {
      session.halt();
      return { ok: false, content: 'aborted' };
    };
    await expect(make(false)).rejects.toThrow(RunHalted);
    expect(await runs.steps.ofRun(session.run.id)).toMatchObject([{ state: 'started' }]);
    expect(runs.store.events).toEqual([]);
  });
});
