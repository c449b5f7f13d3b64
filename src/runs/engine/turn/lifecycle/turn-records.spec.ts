import { beforeEach, describe, expect, it } from '@jest/globals';
import { aTurnAtWork, aTurnRequest } from '#test/runs/support/an-active-turn.js';
import { noSnapshots } from '#test/runs/support/no-snapshots.js';
import { openStore } from '#test/runs/support/open-store.js';
import { sampleRole } from '#test/runs/support/sample-role.js';
import { aRecordedTurn } from '#test/runs/support/steps.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { sampleStage } from '#test/support/sample-records.js';
import type { TurnMemory } from '#memory/turn-memory.js';
import { noUsage } from '#models/gateway/usage.js';
import type { Tx } from '#platform/database/tx.js';
import type { UsageRecord } from '#protocol/records/work.js';
import type { EmployeeKey } from '#workspaces/employees/employees.repository.js';
import type { EmployeesService } from '#workspaces/employees/employees.service.js';
import { settleCall, remainingUsd } from './budget.js';
import type { RunSession } from '../../journal/run-session.js';
import type { ToolApprovals } from '../tools/tool-approvals.js';
import type { ActiveTurn } from './active-turn.js';
import { noProgress, type TurnEnding, type TurnProgress } from './turn-progress.js';
import { TurnRecords } from './turn-records.js';

const done: TurnEnding = { status: 'done', error: null };

describe('settling a turn', () => {
  const opened = openStore('sqlite');
  let runs: StoredRuns;
  let session: RunSession;
  /** Changes of employees, in order. */
  let changes: unknown[];

  beforeEach(async () => {
    runs = new StoredRuns(opened());
    session = await runs.begin({
      stages: [sampleStage()],
      budget: { limitUsd: 10, spentUsd: 1 },
    });
    changes = [];
  });

  function records(): TurnRecords {
    const employees = {
      endTurn: (tx: Tx, { roleId }: EmployeeKey, _: UsageRecord, patch: object) => {
        changes.push(patch);
        tx.publish(
          { type: 'usage', employeeId: roleId, lifetime: { turns: 1, ...noUsage } },
          { type: 'employee.updated', employee: { id: roleId, ...patch } as never },
        );
      },
      change: (tx: Tx, _: string, roleId: string, patch: object) => {
        changes.push(patch);
        tx.publish({ type: 'employee.updated', employee: { id: roleId, ...patch } as never });
      },
    } as unknown as EmployeesService;
    const memory = { recordReads: async () => {} } as unknown as TurnMemory;
    const approvals = { withdraw: async () => {} } as unknown as ToolApprovals;
    const doors = [employees, memory, approvals, noSnapshots] as const;
    return new TurnRecords(runs.journal, runs.once, ...doors, runs.runs);
  }

  const turnOf = (id: string, fields: Partial<ActiveTurn['request']> = {}): ActiveTurn => {
    const role = sampleRole(id, { displayName: 'Ada' });
    return aTurnAtWork(session, { request: { ...aTurnRequest(role), ...fields } });
  };
  const cost = (costUsd: number, text = 'said'): TurnProgress => ({
    ...noProgress,
    text,
    usage: { ...noUsage, costUsd },
  });
  const history = (): readonly string[] => opened().events.map(({ type }) => type);

  it('[defects] 8: shows the employee at work again when it is continued', async () => {
    const { key, stage } = aTurnRequest(sampleRole('dev'));
    const recorded = aRecordedTurn({ roleId: 'dev', purpose: 'build', startedAt: 5 });
    const resumed = await records().resume(session, { ...aTurnRequest(), key, stage }, recorded);
    expect(resumed).toMatchObject({ id: recorded.turnId, status: 'running', startedAt: 5 });
    expect(changes).toMatchObject([
      {
        status: 'thinking',
        activity: 'build',
        currentRunId: stage.runId,
        currentTurnId: recorded.turnId,
        lastRoute: { at: 5 },
      },
    ]);
    expect(history()).toEqual(['employee.updated']);
  });

  it('tells money, use, employee and turn, in this order', async () => {
    await records().settle(turnOf('dev'), { progress: cost(0.5), ending: done });
    expect(history()).toEqual(['budget.updated', 'usage', 'employee.updated', 'turn.finished']);
    expect(opened().events[0]).toMatchObject({ limitUsd: 10, spentUsd: 1.5 });
    expect(changes).toEqual([
      {
        status: 'idle',
        activity: null,
        currentTurnId: null,
        activeSkillIds: [],
        lastError: null,
      },
    ]);
  });

  it('says who failed and why, on the employee and in an error of the run', async () => {
    const ending: TurnEnding = { status: 'failed', error: 'HTTP 500 from provider: oops' };
    await records().settle(turnOf('dev'), { progress: cost(0), ending });
    expect(changes).toMatchObject([{ status: 'error', lastError: 'HTTP 500 from provider: oops' }]);
    expect(opened().events.at(-1)).toMatchObject({
      type: 'error',
      runId: session.run.id,
      message: 'Ada failed: HTTP 500 from provider: oops',
    });
  });

  it('makes no error of a cancelled turn', async () => {
    const ending: TurnEnding = { status: 'cancelled', error: 'Cancelled by the operator.' };
    await records().settle(turnOf('dev'), { progress: cost(0), ending });
    expect(history()).not.toContain('error');
    expect(changes).toMatchObject([{ status: 'idle', lastError: null }]);
  });

  it('speaks aloud what is to be spoken, cut to its length, and no silence', async () => {
    const speech = { toEmployeeIds: ['cto'], kind: 'debate', maxCharacters: 3 } as const;
    const settle = (id: string, text: string) =>
      records().settle(turnOf(id, { speech }), { progress: cost(0, text), ending: done });
    await settle('a', 'abcdef');
    await settle('b', '');
    expect(opened().events.filter(({ type }) => type === 'speech')).toMatchObject([
      { fromEmployeeId: 'a', toEmployeeIds: ['cto'], kind: 'debate', text: 'abc' },
    ]);
    expect(history().at(-1)).toBe('turn.finished');
  });

  it('stores the turn under its step, on its stage, with all that it made', async () => {
    const record = await records().settle(turnOf('dev'), { progress: cost(0.5), ending: done });
    expect(record).toMatchObject({ status: 'done', text: 'said', usage: { costUsd: 0.5 } });
    const [stored] = await runs.results.turnsOf(session.run.id);
    expect(stored).toMatchObject({ stepKey: 's/dev', record });
    expect(session.run.stages[0]?.turnIds).toEqual([record.id]);
    expect(session.settledTurn('s/dev')).toEqual(record);
  });

  it('loses no money and no turn when many settle at once', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `dev-${index}`);
    for (const id of ids) session.budget = settleCall(session.budget, `s/${id}/m1`, 0.25);
    expect(remainingUsd(session.budget)).toBeCloseTo(6);
    await Promise.all(
      ids.map((id) => records().settle(turnOf(id), { progress: cost(0.25), ending: done })),
    );
    expect(session.run.budget.spentUsd).toBeCloseTo(4);
    expect(session.budget.spentUsd).toBeCloseTo(4);
    expect(session.budget.holds).toEqual([]);
    expect(remainingUsd(session.budget)).toBeCloseTo(6);
    expect(session.run.stages[0]?.turnIds).toHaveLength(12);
    const reported = opened().events.flatMap((event) =>
      event.type === 'budget.updated' ? [event.spentUsd] : [],
    );
    expect(reported).toEqual([...reported].sort((a, b) => a - b));
    expect((await runs.runs.find(session.run.id))?.record.budget.spentUsd).toBeCloseTo(4);
  });

  it('keeps the money where it was when the commit fails', async () => {
    session.budget = settleCall(session.budget, 's/dev/m1', 0.25);
    const turn = turnOf('dev');
    await records().settle(turn, { progress: cost(0.25), ending: done });
    const before = session.budget;
    const twice = records().settle(turn, { progress: cost(0.25), ending: done });
    await expect(twice).rejects.toThrow();
    expect(session.budget).toBe(before);
    expect(session.run.budget.spentUsd).toBeCloseTo(1.25);
  });
});
