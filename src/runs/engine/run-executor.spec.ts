import { beforeEach, describe, expect, it } from '@jest/globals';
import { openStore } from '#test/runs/support/open-store.js';
import { pendingStage, RunLoop, says, statusesOf } from '#test/runs/support/run-loop.js';
import type { RunSession } from './journal/run-session.js';
import type { StageOutcome } from './stages/stage-context.js';

const silence: StageOutcome = { turns: [], summary: '', unresolved: false };

describe('the loop of a run', () => {
  const opened = openStore('sqlite');
  let loop: RunLoop;

  beforeEach(async () => {
    await opened().dataSource.query('DELETE FROM artifacts');
    loop = new RunLoop(opened());
  });

  /** Exactly one event ends a run, and none follows it. */
  function expectOneEnd(session: RunSession): void {
    const { events } = opened();
    const ends = events.filter(
      (event) => event.type === 'run.updated' && event.run.endedAt !== null,
    );
    expect(ends).toHaveLength(1);
    expect(events.at(-1)).toBe(ends[0]);
    expect(loop.foldedUsd).toEqual([session.run.budget.spentUsd]);
  }

  describe('a run that succeeds', () => {
    it('goes through its stages in order and tells it in order', async () => {
      const session = await loop.begin(
        pendingStage('Intake', {}, 'intake'),
        pendingStage('Report', {}, 'report'),
      );
      await loop.execute(session, { Intake: (s) => says(s, 'i', 'Do it.\nTAGS: ui') });
      expect(loop.history).toEqual([
        'run running',
        'Intake started',
        'artifact Intake',
        'Intake done',
        'run running',
        'Report started',
        'artifact Report',
        'Report done',
        'run running',
        'run done',
      ]);
      expect(session.run).toMatchObject({
        status: 'done',
        objective: 'Do it.',
        tags: ['ui'],
        outcome: 'Report',
        error: null,
      });
      expectOneEnd(session);
    });

    it('takes the last stage for its outcome when nobody reports', async () => {
      const session = await loop.begin(pendingStage('One'), pendingStage('Two'));
      await loop.execute(session);
      expect(session.run.outcome).toBe('Two');
    });

    it('says who takes part when a stage begins', async () => {
      const session = await loop.begin(pendingStage('One', { roleIds: ['ceo', 'cto'] }));
      await loop.execute(session);
      expect(session.run.stages[0]?.participantRoleIds).toEqual(['ceo', 'cto']);
    });

    it('skips stages that share no tag with it, and says no more than that', async () => {
      const session = await loop.begin(
        pendingStage('One'),
        pendingStage('Data', { whenTags: ['data'] }),
      );
      await loop.execute(session);
      expect(loop.performed).toEqual(['One']);
      expect(session.run.stages[1]).toMatchObject({ status: 'skipped', startedAt: null });
      expect(session.run.stages[1]?.endedAt).not.toBeNull();
      expect(loop.history.slice(-2)).toEqual(['Data skipped', 'run done']);
    });

    it('is left alone when it is over', async () => {
      const session = await loop.begin(pendingStage('One'));
      await loop.execute(session);
      opened().events.length = 0;
      await loop.execute(session);
      expect(loop.history).toEqual([]);
    });
  });

  describe('a stage that fails', () => {
    it('ends the run, in the words of the interface', async () => {
      const session = await loop.begin(pendingStage('One'), pendingStage('Two'));
      await loop.execute(session, { One: () => silence });
      expect(statusesOf(session)).toEqual(['failed', 'pending']);
      expect(session.run).toMatchObject({
        status: 'failed',
        error: 'Stage "One" failed; the run stopped there.',
        outcome: null,
      });
      expect(loop.history.slice(-2)).toEqual([
        'error Stage "One" failed; the run stopped there.',
        'run failed',
      ]);
      expectOneEnd(session);
    });

    it('does not end the run when it is optional', async () => {
      const session = await loop.begin(
        pendingStage('One', { optional: true }),
        pendingStage('Two'),
      );
      await loop.execute(session, { One: () => silence });
      expect(statusesOf(session)).toEqual(['failed', 'done']);
      expect(session.run.status).toBe('done');
    });

    it('keeps the reason of a fault in its code, and leaves it in the log', async () => {
      const session = await loop.begin(pendingStage('One'));
      const fault = () => Promise.reject(new Error('the floor is gone'));
      await loop.execute(session, { One: fault });
      expect(session.run.stages[0]?.error).toBe('the floor is gone');
      expect(opened().lines.join('\n')).toContain(
        'ERROR [engine/run] stage "One" failed: the floor is gone',
      );
    });

    it('warns of a review without approval', async () => {
      const session = await loop.begin(pendingStage('One'));
      await loop.execute(session, { One: (s) => ({ ...says(s, 'r', 'no'), unresolved: true }) });
      expect(session.run.stages[0]?.error).toBe(
        'The review ended with objections unresolved; the work was not approved.',
      );
      expect(opened().lines.join('\n')).toContain('WARN [engine/run]');
    });
  });

  describe('a run at its ceiling', () => {
    it('fails before the next stage, whose name it tells, and leaves the rest pending', async () => {
      const stages = ['One', 'Two', 'Three'].map((name) => pendingStage(name));
      const session = await loop.begin(...stages);
      await loop.execute(session, { One: loop.spend(5) });
      expect(statusesOf(session)).toEqual(['done', 'pending', 'pending']);
      const error = 'Run budget of $5.00 was exhausted before stage "Two".';
      expect(session.run).toMatchObject({ status: 'failed', error, outcome: null });
      expect(loop.history.slice(-2)).toEqual([`error ${error}`, 'run failed']);
      expectOneEnd(session);
    });

    it('is done all the same when it was the last stage that reached it', async () => {
      const session = await loop.begin(pendingStage('One'));
      await loop.execute(session, { One: loop.spend(7) });
      expect(session.run).toMatchObject({ status: 'done', budget: { spentUsd: 7 } });
    });
  });

  describe('a run at the soft threshold', () => {
    beforeEach(() => {
      loop.gate.thresholdUsd = 2;
    });

    it('asks once and goes on when it may', async () => {
      const stages = ['One', 'Two', 'Three'].map((name) => pendingStage(name));
      const session = await loop.begin(...stages);
      await loop.execute(session, { One: loop.spend(2), Two: loop.spend(1) });
      expect(loop.gate.asked).toEqual(['Two']);
      expect(session.run.status).toBe('done');
    });

    it('is cancelled without an error event when it may not', async () => {
      loop.gate.allows = false;
      const session = await loop.begin(pendingStage('One'), pendingStage('Two'));
      await loop.execute(session, { One: loop.spend(2) });
      expect(session.run).toMatchObject({
        status: 'cancelled',
        error: 'The operator declined to continue spending on this run.',
      });
      expect(statusesOf(session)).toEqual(['done', 'pending']);
      expect(loop.history.filter((line) => line.startsWith('error'))).toEqual([]);
      expectOneEnd(session);
    });
  });

  describe('the money of a run that ends', () => {
    it('holds what answers cost whose turn never came to its end', async () => {
      const session = await loop.runs.begin({
        status: 'running',
        stages: [pendingStage('One')],
        budget: { limitUsd: 5, spentUsd: 1 },
      });
      session.budget = { ...session.budget, holds: [{ key: 'gone/m1', usd: 0.5, known: true }] };
      await loop.execute(session);
      expect(session.run.budget.spentUsd).toBeCloseTo(1.5);
      expect(loop.foldedUsd).toEqual([1.5]);
    });
  });
});
