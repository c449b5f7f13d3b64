import { describe, expect, it } from '@jest/globals';
import { openStore } from '#test/runs/support/open-store.js';
import { putStep, stepIn } from '#test/runs/support/steps.js';
import { leaseMs, StoredRuns } from '#test/runs/support/stored-runs.js';
import {
  sampleApproval,
  sampleArtifact,
  sampleToolCall,
  sampleTurn,
} from '#test/support/sample-records.js';
import { testDatabases } from '#test/support/test-databases.js';
import { EventCounterEntity } from '#platform/events/event.entity.js';
import type { StageRun } from '#protocol/records/work.js';
import { runAfter, type RunMove } from '#protocol/rules/run-after.js';
import type { RunCommit } from './run-journal.js';
import { RunHalted, type RunSession } from './run-session.js';

/** A commit that changes everything it can. */
function fillWithEverything(session: RunSession, name: string): (commit: RunCommit) => void {
  const runId = session.run.id;
  return (commit) => {
    commit.changeRun((run) => ({ ...run, objective: name }));
    const outcome = { record: sampleToolCall(), content: name, factIds: [] };
    putStep(commit, `${name}/m1/t0`, 'settled', outcome);
    commit.turns.push([name, sampleTurn({ id: `${runId}/turn/${name}`, runId })]);
    commit.artifacts.push(sampleArtifact({ id: `${runId}/art/${name}`, runId }));
    const approval = sampleApproval({ id: `${runId}/appr/${name}`, runId });
    commit.approvals.push({ approval, stepKey: `${name}/m1/t0/a0`, waitMs: 9_000 });
    commit.announceRun();
    commit.publish({ type: 'approval.requested', approval });
  };
}

describe.each(testDatabases)('the journal of a run on $name', ({ url }) => {
  const opened = openStore(url);
  const stored = (): StoredRuns => new StoredRuns(opened());

  /** Everything stored about a run. */
  async function storedOf({ run: { id } }: RunSession): Promise<unknown> {
    const runs = stored();
    return {
      run: (await runs.runs.find(id))?.record,
      steps: await runs.steps.ofRun(id),
      turns: (await runs.results.turnsOf(id)).map(({ stepKey, record }) => [stepKey, record]),
      artifacts: await runs.results.artifactsOf(id),
      approvals: (await runs.approvals.ofRun(id)).map(({ stepKey, record }) => [stepKey, record]),
    };
  }

  const lastNumber = async (): Promise<number> => {
    const { manager } = opened().dataSource;
    return (await manager.findOneByOrFail(EventCounterEntity, { id: 1 })).last;
  };

  describe('a commit', () => {
    it('stores more artifacts than one statement takes, in their order', async () => {
      const runs = stored();
      const session = await runs.begin();
      const runId = session.run.id;
      const ids = Array.from({ length: 7000 }, (_, index) => `${runId}/art/${index}`);
      await runs.journal.commit(session, (commit) => {
        commit.artifacts.push(...ids.map((id) => sampleArtifact({ id, runId })));
      });
      expect((await runs.results.artifactsOf(runId)).map(({ id }) => id)).toEqual(ids);
    });

    it('stores its step, its records and its events together, and then tells the session', async () => {
      const runs = stored();
      const session = await runs.begin();
      await runs.journal.commit(session, (commit) => {
        fillWithEverything(session, 'one')(commit);
        expect(session.run.objective).toBeNull();
        expect(stepIn(session, 'one/m1/t0')).toBe('absent');
      });
      expect(await storedOf(session)).toMatchObject({
        run: { objective: 'one', updatedAt: runs.store.clock.now() },
        steps: [{ key: 'one/m1/t0', state: 'settled', value: { content: 'one' } }],
        turns: [['one', { text: '' }]],
        artifacts: [{ title: 'The plan' }],
        approvals: [['one/m1/t0/a0', { status: 'pending' }]],
      });
      expect(runs.store.events.map(({ type }) => type)).toEqual([
        'run.updated',
        'approval.requested',
      ]);
      expect(runs.store.events[0]).toMatchObject({ run: session.run });
      expect(session.run.objective).toBe('one');
      expect(stepIn(session, 'one/m1/t0')).toBe('settled');
      expect(session.settledTurn('one')?.id).toContain('turn/one');
      expect(session.artifacts).toHaveLength(1);
      expect(session.approvals.get('one/m1/t0/a0')?.status).toBe('pending');
    });

    it('is applied to the session before its events are announced', async () => {
      const runs = stored();
      const session = await runs.begin();
      const received: (string | null)[] = [];
      const subscription = runs.store.bus.on('run.updated', 'test', () =>
        received.push(session.run.objective),
      );
      await runs.journal.commit(session, fillWithEverything(session, 'one'));
      subscription.unsubscribe();
      expect(received).toEqual(['one']);
    });

    it('replaces a step that is recorded again', async () => {
      const runs = stored();
      const session = await runs.begin();
      await runs.journal.commit(session, (commit) => putStep(commit, 'k', 'started'));
      await runs.journal.commit(session, (commit) => putStep(commit, 'k', 'settled', [1]));
      expect(await runs.steps.ofRun(session.run.id)).toMatchObject([
        { key: 'k', state: 'settled', value: [1] },
      ]);
    });

    it('leaves the record of the run alone when only a step is recorded', async () => {
      const runs = stored();
      const session = await runs.begin();
      runs.store.clock.advance(500);
      const before = session.run;
      await runs.journal.commit(session, (commit) => putStep(commit, 'k', 'started'));
      expect(session.run).toBe(before);
      expect(await storedOf(session)).toMatchObject({ run: { updatedAt: before.updatedAt } });
    });
  });

  it('moves a run by events to what is stored, also while its commit takes time', async () => {
    const runs = stored();
    const session = await runs.begin();
    const before = session.run;
    const [{ id: stageId }] = before.stages as [StageRun];
    runs.store.clock.advance(500);
    await runs.journal.commit(session, (commit) => {
      commit.countTurn(stageId, 'turn_moved', 0.5);
      const turn = sampleTurn({ id: 'turn_moved', runId: before.id, stageId });
      commit.publish({ type: 'budget.updated', runId: before.id, ...commit.run.budget });
      commit.publish({ type: 'turn.finished', turn });
      runs.store.clock.advance(40);
    });
    const moved = (runs.store.events as RunMove[]).reduce(runAfter, before);
    expect(moved).toEqual(session.run);
    const row = await runs.runs.find(before.id);
    expect(row?.record).toMatchObject({ updatedAt: moved.updatedAt, budget: { spentUsd: 0.5 } });
  });

  describe('commits of one run', () => {
    it('build on each other, however many are asked for at once', async () => {
      const runs = stored();
      const session = await runs.begin({ tags: [] });
      const names = Array.from({ length: 25 }, (_, index) => `tag ${index}`);
      await Promise.all(
        names.map((name, index) =>
          runs.journal.commit(session, async (commit) => {
            if (index % 4 === 0) await new Promise((resolve) => setImmediate(resolve));
            commit.changeRun((run) => ({ ...run, tags: [...run.tags, name] }));
            commit.announceRun();
          }),
        ),
      );
      expect(session.run.tags).toEqual(names);
      expect(await storedOf(session)).toMatchObject({ run: { tags: names } });
      const announced = runs.store.events.map((event) =>
        event.type === 'run.updated' ? event.run.tags.length : 0,
      );
      expect(announced).toEqual(names.map((_, index) => index + 1));
    });

    it('go on after one that failed, which left nothing behind', async () => {
      const runs = stored();
      const session = await runs.begin();
      const before = await storedOf(session);
      const failing = runs.journal.commit(session, (commit) => {
        fillWithEverything(session, 'lost')(commit);
        throw new Error('changed my mind');
      });
      await expect(failing).rejects.toThrow('changed my mind');
      expect(await storedOf(session)).toEqual(before);
      expect(runs.store.events).toEqual([]);
      expect(session.halted).toBe(false);
      expect(session.run.objective).toBeNull();
      await runs.journal.commit(session, fillWithEverything(session, 'kept'));
      expect(session.run.objective).toBe('kept');
      expect(session.steps.has('lost/m1/t0')).toBe(false);
    });

    it('leave nothing behind when the store refuses the last part of them', async () => {
      const runs = stored();
      const session = await runs.begin();
      await runs.journal.commit(session, fillWithEverything(session, 'one'));
      const before = await storedOf(session);
      runs.store.events.length = 0;
      const twice = runs.journal.commit(session, (commit) => {
        commit.changeRun((run) => ({ ...run, objective: 'two' }));
        commit.artifacts.push(...session.artifacts);
      });
      await expect(twice).rejects.toThrow();
      expect(await storedOf(session)).toEqual(before);
      expect(session.run.objective).toBe('one');
      expect(runs.store.events).toEqual([]);
    });
  });

  describe('a commit under a lost fence', () => {
    it('stores nothing, announces nothing, takes no number, and halts the session', async () => {
      const runs = stored();
      const session = await runs.begin();
      await runs.journal.commit(session, fillWithEverything(session, 'ours'));
      await runs.takeOver(session.run.id);
      const [before, number] = [await storedOf(session), await lastNumber()];
      runs.store.events.length = 0;
      const late = runs.journal.commit(session, fillWithEverything(session, 'late'));
      await expect(late).rejects.toThrow(RunHalted);
      expect(await storedOf(session)).toEqual(before);
      expect(await lastNumber()).toBe(number);
      expect(runs.store.events).toEqual([]);
      expect(session.run.objective).toBe('ours');
      expect(session.halted).toBe(true);
      expect(session.signal.aborted).toBe(true);
      expect(session.cancelled).toBe(false);
    });

    it('is the last one: those that queued behind it are not even tried', async () => {
      const runs = stored();
      const session = await runs.begin();
      await runs.takeOver(session.run.id);
      const late = ['a', 'b', 'c'].map((name) =>
        runs.journal.commit(session, fillWithEverything(session, name)),
      );
      const outcomes = await Promise.allSettled(late);
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'RunHalted' } });
      }
      expect(await runs.steps.ofRun(session.run.id)).toEqual([]);
    });

    it('does not hinder the new holder, who builds on what was committed', async () => {
      const runs = stored();
      const ours = await runs.begin();
      await runs.journal.commit(ours, fillWithEverything(ours, 'ours'));
      await runs.pass(leaseMs + 1);
      const theirs = await runs.load(ours.run, 'them');
      await Promise.allSettled([runs.journal.commit(ours, fillWithEverything(ours, 'late'))]);
      await runs.journal.commit(theirs, fillWithEverything(theirs, 'theirs'));
      expect(theirs.halted).toBe(false);
      expect((await runs.steps.ofRun(ours.run.id)).map(({ key }) => key).sort()).toEqual([
        'ours/m1/t0',
        'theirs/m1/t0',
      ]);
    });
  });

  describe('the last commit of a run', () => {
    it('removes its steps and its lease, so that nothing can be written to it any more', async () => {
      const runs = stored();
      const session = await runs.begin();
      await runs.journal.commit(session, fillWithEverything(session, 'one'));
      await runs.journal.commit(session, (commit) => {
        putStep(commit, 'too late to matter', 'started');
        commit.changeRun((run) => ({ ...run, status: 'done', endedAt: commit.at }));
      });
      expect(await runs.steps.ofRun(session.run.id)).toEqual([]);
      expect(await runs.claim(session.run.id, 'anyone')).toBeNull();
      const after = runs.journal.commit(session, fillWithEverything(session, 'after'));
      await expect(after).rejects.toThrow(RunHalted);
      expect(await storedOf(session)).toMatchObject({ run: { status: 'done', objective: 'one' } });
    });
  });

  describe('a session that was halted', () => {
    it('commits nothing, though its lease still stands', async () => {
      const runs = stored();
      const session = await runs.begin();
      session.halt();
      const commit = runs.journal.commit(session, fillWithEverything(session, 'one'));
      await expect(commit).rejects.toThrow(RunHalted);
      expect(await runs.steps.ofRun(session.run.id)).toEqual([]);
    });

    it('lets commits that wait behind another one come to their end, and takes no later ones', async () => {
      const runs = stored();
      const session = await runs.begin();
      const mayEnd = Promise.withResolvers<void>();
      const first = runs.journal.commit(session, async (commit) => {
        await mayEnd.promise;
        putStep(commit, 'first', 'started');
      });
      const paid = runs.journal.commit(session, (commit) => putStep(commit, 'paid', 'started'));
      session.halt();
      const late = runs.journal.commit(session, (commit) => putStep(commit, 'late', 'started'));
      await expect(late).rejects.toThrow(RunHalted);
      mayEnd.resolve();
      await Promise.all([first, paid]);
      const keys = (await runs.steps.ofRun(session.run.id)).map(({ key }) => key);
      expect(keys.sort()).toEqual(['first', 'paid']);
    });

    it('lets a commit that has begun come to its end', async () => {
      const runs = stored();
      const session = await runs.begin();
      await runs.journal.commit(session, (commit) => {
        session.halt();
        putStep(commit, 'k', 'started');
      });
      expect(await runs.steps.ofRun(session.run.id)).toHaveLength(1);
    });
  });
});
