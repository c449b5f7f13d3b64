import { beforeEach, describe, expect, it } from '@jest/globals';
import { aRecordedTurn, putStep } from '#test/runs/support/steps.js';
import { noSnapshots } from '#test/runs/support/no-snapshots.js';
import { openStore } from '#test/runs/support/open-store.js';
import { sampleOrg, sampleRole } from '#test/runs/support/sample-role.js';
import { anAnswer } from '#test/runs/support/scripted-caller.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { sampleStage, sampleToolCall, sampleTurn } from '#test/support/sample-records.js';
import type { TurnMemory } from '#memory/turn-memory.js';
import { noUsage } from '#models/gateway/usage.js';
import type { Role, Workspace } from '#protocol/records/organisation.js';
import type { EmployeesService } from '#workspaces/employees/employees.service.js';
import type { RunSession } from '../../journal/run-session.js';
import type { ToolApprovals } from '../tools/tool-approvals.js';
import type { StartedTurn } from './active-turn.js';
import { TurnRecords } from './turn-records.js';
import { OrphanedTurns } from './orphaned-turns.js';

describe('a turn that its stage does not ask for any more', () => {
  const opened = openStore('sqlite');
  const stage = sampleStage();
  const key = `${stage.id}/dev`;
  let runs: StoredRuns;
  let session: RunSession;
  let withdrawn: string[];

  beforeEach(async () => {
    runs = new StoredRuns(opened());
    session = await runs.begin({ stages: [stage], budget: { limitUsd: 10, spentUsd: 1 } });
    withdrawn = [];
  });

  /** Orphaned turns on a floor with these roles. */
  function orphanedTurns(...roles: Role[]): OrphanedTurns {
    const employees = { endTurn: () => {}, change: () => {} };
    const memory = { recordReads: async () => {} } as unknown as TurnMemory;
    const approvals = {
      withdraw: async (_: unknown, __: StartedTurn, ended: string) => void withdrawn.push(ended),
    } as unknown as ToolApprovals;
    const records = new TurnRecords(
      runs.journal,
      runs.once,
      employees as unknown as EmployeesService,
      memory,
      approvals,
      noSnapshots,
      runs.runs,
    );
    session.floor = { org: sampleOrg(roles) } as unknown as Workspace;
    return new OrphanedTurns(records, runs.once);
  }

  /** Distinct ids, because other tests' turns stay in the store. */
  const idOf = (name: string): string => `turn_${name} of ${session.run.id}`;

  function begin(turnKey: string, name: string): Promise<void> {
    const beginning = aRecordedTurn({ turnId: idOf(name), roleId: 'dev', purpose: 'build' });
    return runs.journal.commit(session, (commit) => putStep(commit, turnKey, 'started', beginning));
  }

  /** An answer that requested two tools, of which one has run. */
  function answerOnce(): Promise<void> {
    const toolCalls = ['a', 'b'].map((id) => ({ id, name: 'think', argumentsJson: '{}' }));
    const usage = { ...noUsage, costUsd: 0.5 };
    const answer = { outcome: 'answered', ...anAnswer({ text: 'half', usage, toolCalls }) };
    const record = sampleToolCall({ id: 'a', affectsPaths: ['a.ts'] });
    return runs.journal.commit(session, (commit) => {
      putStep(commit, `${key}/m1`, 'settled', answer);
      putStep(commit, `${key}/m1/t0`, 'settled', { record, content: '', factIds: [] });
      putStep(commit, `${key}/m1/t1`, 'awaiting');
    });
  }

  it('ends with what is recorded of it, and is paid for', async () => {
    await begin(key, 'left');
    await answerOnce();
    await orphanedTurns().settle(session, stage, undefined);
    expect(session.settledTurn(key)).toMatchObject({
      id: idOf('left'),
      roleId: 'dev',
      purpose: 'build',
      status: 'failed',
      text: 'half',
      wroteFiles: ['a.ts'],
      error: `Stage "${stage.spec.name}" names the role "dev", which this floor does not have; it is left out.`,
    });
    expect(session.run.budget.spentUsd).toBeCloseTo(1.5);
    expect(session.budget.holds).toEqual([]);
    expect(withdrawn).toEqual([key]);
    const types = opened().events.map(({ type }) => type);
    expect(types.filter((type) => type === 'turn.finished')).toHaveLength(1);
  });

  it('is cancelled with its run', async () => {
    await begin(key, 'left');
    session.cancel();
    await orphanedTurns().settle(session, stage, undefined);
    expect(session.settledTurn(key)).toMatchObject({
      status: 'cancelled',
      error: 'Cancelled by the operator.',
    });
  });

  it.each([
    ['the fault of the stage', 'it broke', 'it broke'],
    ['the end of the stage', undefined, 'The stage ended before this turn could go on.'],
  ])('of a role that is still there names %s', async (_, fault, error) => {
    await begin(key, 'left');
    await orphanedTurns(sampleRole('dev')).settle(session, stage, fault);
    expect(session.settledTurn(key)).toMatchObject({ status: 'failed', error });
  });

  it('is none that has settled, or that is of another stage', async () => {
    await begin(key, 'done');
    const turn = sampleTurn({ id: idOf('done'), runId: session.run.id });
    await runs.journal.commit(session, (commit) => void commit.turns.push([key, turn]));
    await begin('another/dev', 'elsewhere');
    await orphanedTurns().settle(session, stage, undefined);
    expect(opened().events).toEqual([]);
  });
});
