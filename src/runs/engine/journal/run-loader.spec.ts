import { describe, expect, it } from '@jest/globals';
import { openStore } from '#test/runs/support/open-store.js';
import { anAnswer } from '#test/runs/support/scripted-caller.js';
import { putStep } from '#test/runs/support/steps.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import {
  sampleApproval,
  sampleArtifact,
  sampleStage,
  sampleToolCall,
  sampleTurn,
} from '#test/support/sample-records.js';
import { noUsage } from '#models/gateway/usage.js';
import { remainingUsd } from '../turn/lifecycle/budget.js';
import { stepKeys } from './step-keys.js';
import type { RunSession } from './run-session.js';

const answer = (costUsd: number) => ({
  outcome: 'answered',
  ...anAnswer({ usage: { ...noUsage, costUsd } }),
});

const stepsOf = ({ steps }: RunSession) => steps.keys().map((key) => [key, steps.stateOf(key)]);

describe('a run that is continued', () => {
  const opened = openStore('sqlite');
  const stored = (): StoredRuns => new StoredRuns(opened());

  it('stands where its last commit left it', async () => {
    const runs = stored();
    const before = await runs.begin({
      stages: [sampleStage({ status: 'done', turnIds: ['turn_a'], summary: 'built' })],
    });
    const runId = before.run.id;
    await runs.journal.commit(before, (commit) => {
      commit.changeRun((run) => ({ ...run, objective: 'a thing' }));
      putStep(commit, 's/dev/m1', 'settled', answer(0.5));
      putStep(commit, 's/dev/m1/t0', 'awaiting');
      commit.turns.push(['s/dev', sampleTurn({ id: 'turn_a', runId, wroteFiles: ['a.ts'] })]);
      commit.artifacts.push(sampleArtifact({ id: 'art_a', runId }));
      const approval = sampleApproval({ id: 'appr_a', runId });
      commit.approvals.push({ approval, stepKey: 's/dev/m1/t0/a0', waitMs: 9000 });
    });
    const after = await runs.load(before.run);
    expect(after.run).toEqual(before.run);
    expect(stepsOf(after)).toEqual(stepsOf(before));
    expect(after.artifacts).toEqual(before.artifacts);
    expect([...after.approvals]).toEqual([...before.approvals]);
    expect(after.settledTurn('s/dev')).toEqual(before.settledTurn('s/dev'));
    expect(after.knowledge()).toEqual(before.knowledge());
    expect(after.knowledge().filesWritten).toEqual(['a.ts']);
  });

  it('has the approval policy that was pinned when it was submitted', async () => {
    const runs = stored();
    const run = await runs.add();
    expect((await runs.load(run)).autoApproveShell).toBe(false);
    await opened().transactions.run((tx) =>
      tx.manager.query('UPDATE runs SET auto_approve_shell = 1 WHERE id = ?', [run.id]),
    );
    expect((await runs.load(run)).autoApproveShell).toBe(true);
  });

  it('is cancelled from the start when it was cancelled while it had no owner', async () => {
    const runs = stored();
    const run = await runs.add();
    expect(await opened().transactions.run((tx) => runs.runs.requestCancel(tx, run.id, 5))).toBe(
      true,
    );
    const session = await runs.load(run);
    expect(session.cancelled).toBe(true);
    expect(session.halted).toBe(false);
  });

  it('knows of a cancel that came while it was being loaded', async () => {
    const runs = stored();
    const session = await runs.begin();
    const { id } = session.run;
    expect(await runs.loader.isCancelled(id)).toBe(false);
    await opened().transactions.run((tx) => runs.runs.requestCancel(tx, id, 5));
    expect(await runs.loader.isCancelled(id)).toBe(true);
    expect(await runs.loader.isCancelled('run_nowhere')).toBe(false);
  });

  it('counts the answers of turns that have not settled, each once, and no others', async () => {
    const runs = stored();
    const before = await runs.begin({ budget: { limitUsd: 5, spentUsd: 1 } });
    await runs.journal.commit(before, (commit) => {
      putStep(commit, stepKeys.modelCall('s/settled', 1), 'settled', answer(1));
      commit.turns.push([
        's/settled',
        sampleTurn({ id: `${before.run.id}/t`, runId: before.run.id }),
      ]);
      putStep(commit, stepKeys.modelCall('s/at-work', 1), 'settled', answer(0.5));
      putStep(commit, stepKeys.modelCall('s/at-work', 2), 'settled', answer(0.25));
      putStep(commit, `${stepKeys.modelCall('s/at-work', 2)}/t0`, 'settled', {
        record: sampleToolCall(),
        content: '',
        factIds: [],
      });
    });
    const { budget } = await runs.load(before.run);
    expect(budget.spentUsd).toBe(1);
    expect(budget.holds).toEqual([
      { key: 's/at-work/m1', usd: 0.5, known: true },
      { key: 's/at-work/m2', usd: 0.25, known: true },
    ]);
    expect(remainingUsd(budget)).toBeCloseTo(3.25);
  });

  it('is a fault when its record is missing', async () => {
    const lease = { runId: 'run_nowhere', fence: 1 };
    await expect(stored().loader.load(lease)).rejects.toThrow(
      'run run_nowhere has a lease and no record',
    );
  });
});
