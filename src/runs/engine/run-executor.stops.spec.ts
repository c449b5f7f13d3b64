import { beforeEach, describe, expect, it } from '@jest/globals';
import { openStore } from '#test/runs/support/open-store.js';
import { pendingStage, RunLoop, says, statusesOf } from '#test/runs/support/run-loop.js';
import type { StageRun } from '../../protocol/records/work.js';
import { RunHalted, type RunSession } from './journal/run-session.js';

/** A stage that was running when its process ended. */
const cutOff = (name: string): StageRun => ({
  ...pendingStage(name),
  status: 'running',
  startedAt: 5,
});

describe('a run that is stopped or goes on', () => {
  const opened = openStore('sqlite');
  let loop: RunLoop;

  beforeEach(async () => {
    await opened().dataSource.query('DELETE FROM artifacts');
    loop = new RunLoop(opened());
  });

  describe('cancelled', () => {
    const cancelled = { status: 'cancelled', error: 'Cancelled by the operator.' };

    it('skips the stage it is in and all that follow, of which only the first is told', async () => {
      const stages = ['One', 'Two', 'Three'].map((name) => pendingStage(name));
      const session = await loop.begin(...stages);
      await loop.execute(session, {
        Two: (s) => {
          s.cancel();
          return says(s, 'two', 'half');
        },
      });
      expect(statusesOf(session)).toEqual(['done', 'skipped', 'skipped']);
      expect(session.run.stages[1]?.error).toBe('The operator cancelled the run.');
      expect(session.run).toMatchObject(cancelled);
      const end = ['artifact Two', 'Two skipped', 'run running', 'run cancelled'];
      expect(loop.history.slice(-4)).toEqual(end);
      expect(loop.foldedUsd).toHaveLength(1);
    });

    it('does nothing any more when that happened before it began', async () => {
      const session = await loop.begin(pendingStage('One'));
      session.cancel();
      await loop.execute(session);
      expect(loop.performed).toEqual([]);
      expect(statusesOf(session)).toEqual(['skipped']);
      expect(session.run).toMatchObject(cancelled);
    });

    it('winds up a stage that a crash had cut off, so that its turns come to their end', async () => {
      const stages = [cutOff('One'), pendingStage('Two')];
      const session = await loop.runs.begin({ status: 'running', stages });
      session.cancel();
      await loop.execute(session);
      expect(loop.performed).toEqual(['One']);
      expect(statusesOf(session)).toEqual(['skipped', 'skipped']);
      expect(session.run).toMatchObject(cancelled);
    });

    it('performs the stage it was in to its end, behind stages that were done', async () => {
      const done = { ...pendingStage('One'), status: 'done', endedAt: 5, summary: 'One' } as const;
      const stages = [done, cutOff('Two'), pendingStage('Three')];
      const session = await loop.runs.begin({ status: 'running', stages });
      session.cancel();
      await loop.execute(session);
      expect(loop.performed).toEqual(['Two']);
      expect(session.run).toMatchObject(cancelled);
    });

    it('is cancelled rather than declined when that happens while it asks to spend', async () => {
      Object.assign(loop.gate, {
        thresholdUsd: 1,
        allows: false,
        meanwhile: (session: RunSession) => session.cancel(),
      });
      const session = await loop.begin(pendingStage('One'), pendingStage('Two'));
      await loop.execute(session, { One: loop.spend(1) });
      expect(session.run).toMatchObject(cancelled);
    });
  });

  describe('continued', () => {
    it('leaves settled stages alone and performs the one it was in again', async () => {
      const done = { ...pendingStage('One'), status: 'done', endedAt: 5, summary: 'One' } as const;
      const stages = [done, cutOff('Two'), pendingStage('Three')];
      const session = await loop.runs.begin({ status: 'running', stages });
      await loop.execute(session);
      expect(loop.performed).toEqual(['Two', 'Three']);
      expect(loop.history[0]).toBe('artifact Two');
      expect(session.run.status).toBe('done');
    });

    it('does not look at the money again before the stage it was in', async () => {
      const session = await loop.runs.begin({
        status: 'running',
        stages: [cutOff('One')],
        budget: { limitUsd: 5, spentUsd: 5 },
      });
      await loop.execute(session);
      expect(session.run.status).toBe('done');
    });

    it('ends where it would have ended: behind a stage that had failed', async () => {
      const failed = { ...cutOff('One'), status: 'failed', error: 'oops' } as const;
      const stages = [failed, pendingStage('Two')];
      const session = await loop.runs.begin({ status: 'running', stages });
      await loop.execute(session);
      expect(loop.performed).toEqual([]);
      expect(session.run.error).toBe('Stage "One" failed; the run stopped there.');
    });
  });

  describe('let go by its process', () => {
    it('stays as it is: nothing is told, and its stage has not failed', async () => {
      const session = await loop.begin(pendingStage('One'));
      const halted = (s: RunSession): never => {
        s.halt();
        throw new RunHalted(s.run.id);
      };
      await expect(loop.execute(session, { One: halted })).rejects.toThrow(RunHalted);
      expect(statusesOf(session)).toEqual(['running']);
      expect(loop.history).toEqual(['run running', 'One started']);
      expect(loop.foldedUsd).toEqual([]);
    });
  });
});
