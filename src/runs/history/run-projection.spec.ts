import { beforeEach, describe, expect, it } from '@jest/globals';
import { openStore } from '#test/runs/support/open-store.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { sampleRun, sampleStage, sampleTurn } from '#test/support/sample-records.js';
import type { EventDraft } from '../../platform/events/drafts.js';
import { limits } from '../../protocol/limits.js';
import type { Run } from '../../protocol/records/work.js';
import { RunProjection } from './run-projection.js';

describe('the projection of runs', () => {
  const opened = openStore('sqlite');
  let projection: RunProjection;

  beforeEach(async () => {
    await opened().dataSource.query('DELETE FROM runs');
    projection = await openProjection();
  });

  async function openProjection(): Promise<RunProjection> {
    const opening = new RunProjection(opened().projections, new StoredRuns(opened()).runs);
    await opening.onModuleInit();
    return opening;
  }

  const announce = (...drafts: EventDraft[]): Promise<void> =>
    opened().transactions.run(async (tx) => tx.publish(...drafts));

  const created = (fields: Partial<Run>): EventDraft => ({
    type: 'run.created',
    run: sampleRun(fields),
  });
  const heldIds = (): readonly string[] => projection.held().map(({ id }) => id);

  describe('what it holds', () => {
    it('is every run of the feed, newest first', async () => {
      await announce(created({ id: 'b', createdAt: 2 }), created({ id: 'c', createdAt: 3 }));
      await announce(created({ id: 'a', createdAt: 1 }), created({ id: 'b2', createdAt: 2 }));
      expect(heldIds()).toEqual(['c', 'b2', 'b', 'a']);
    });

    it('is the same list until a run changes', async () => {
      await announce(created({ id: 'a' }));
      const before = projection.held();
      await announce({ type: 'log', level: 'info', scope: 's', message: 'm' });
      expect(projection.held()).toBe(before);
      await announce({ type: 'run.updated', run: sampleRun({ id: 'a', outcome: 'new' }) });
      expect(projection.held()).not.toBe(before);
      expect(projection.find('a')?.outcome).toBe('new');
    });

    it('is every run at work and only the 50 final ones created last', async () => {
      const finals = Array.from({ length: 55 }, (_, index) =>
        created({ id: `final ${index}`, createdAt: index + 10, status: 'done', endedAt: 1 }),
      );
      await announce(created({ id: 'ancient but at work', createdAt: 1 }), ...finals);
      expect(heldIds()).toHaveLength(51);
      expect(heldIds()).toContain('ancient but at work');
      expect(heldIds()).toContain('final 5');
      expect(heldIds()).not.toContain('final 4');
    });

    it('is restored at boot', async () => {
      const runs = new StoredRuns(opened());
      for (let index = 0; index < 52; index++) {
        await runs.add({ id: `final ${index}`, createdAt: index, status: 'done' });
      }
      await opened().dataSource.query("UPDATE runs SET ended_at = 1 WHERE status = 'done'");
      await runs.add({ id: 'at work', createdAt: 0, status: 'running' });
      const restarted = await openProjection();
      const ids = restarted.held().map(({ id }) => id);
      expect(ids).toHaveLength(51);
      expect(ids).toContain('at work');
      expect(ids).not.toContain('final 1');
    });
  });

  describe('a long queue', () => {
    const most = limits.queuedRunsHeld;
    const queued = (index: number, floor = 'ours') =>
      created({ id: `q ${index}`, createdAt: index, status: 'queued', workspaceId: floor });

    it('is counted, and its first runs are held', async () => {
      await announce(...Array.from({ length: most + 3 }, (_, index) => queued(index)));
      expect(projection.held()).toHaveLength(most);
      expect(projection.find(`q ${most}`)).toBeUndefined();
      expect([projection.activeCount(), projection.activeCount('ours')]).toEqual([
        most + 3,
        most + 3,
      ]);
      expect(projection.activeCount('theirs')).toBe(0);
      const counts = projection.activeCounts();
      expect(counts.map(({ status }) => status)).toEqual(['queued', 'queued']);
      expect(counts.find(({ pipelineId }) => pipelineId === null)?.count).toBe(3);
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(most + 3);
    });

    it('gives a run to be held as soon as something becomes of it', async () => {
      await announce(...Array.from({ length: most + 2 }, (_, index) => queued(index)));
      const run = sampleRun({ id: `q ${most}`, status: 'running', workspaceId: 'ours' });
      await announce({ type: 'run.updated', run });
      expect(projection.find(run.id)).toEqual(run);
      expect(projection.activeCount()).toBe(most + 2);
      expect(projection.leavesSome).toBe(true);
      const over = { ...run, id: `q ${most + 1}`, status: 'cancelled', endedAt: 9 } as const;
      await announce({ type: 'run.updated', run: over });
      expect(projection.activeCount()).toBe(most + 1);
      expect(projection.leavesSome).toBe(false);
    });

    it('is the same after a restart', async () => {
      const runs = new StoredRuns(opened());
      for (let index = 0; index < most + 2; index++) {
        await runs.add({ id: `q ${index}`, createdAt: index, status: 'queued' });
      }
      const restarted = await openProjection();
      expect(restarted.held()).toHaveLength(most);
      expect(restarted.find('q 0')).toBeDefined();
      expect(restarted.find(`q ${most}`)).toBeUndefined();
      expect(restarted.activeCount()).toBe(most + 2);
      expect(await runs.runs.allQueued()).toHaveLength(most + 2);
    });
  });

  describe('a run at work', () => {
    const stage = sampleStage({ id: 's1', status: 'pending', startedAt: null });

    it('is shown as it is between two of its own events', async () => {
      await announce(created({ id: 'r', stages: [stage] }));
      await announce({
        type: 'stage.started',
        runId: 'r',
        stage: { ...stage, status: 'running', startedAt: 5 },
      });
      expect(projection.find('r')?.stages[0]).toMatchObject({ status: 'running', startedAt: 5 });
      await announce(
        { type: 'budget.updated', runId: 'r', limitUsd: 5, spentUsd: 1.5 },
        { type: 'turn.finished', turn: sampleTurn({ id: 't1', runId: 'r', stageId: 's1' }) },
        { type: 'turn.finished', turn: sampleTurn({ id: 't1', runId: 'r', stageId: 's1' }) },
      );
      expect(projection.find('r')).toMatchObject({
        budget: { limitUsd: 5, spentUsd: 1.5 },
        stages: [{ status: 'running', turnIds: ['t1'] }],
      });
      await announce({
        type: 'stage.finished',
        runId: 'r',
        stage: { ...stage, status: 'done', turnIds: ['t1'], summary: 'built' },
      });
      expect(projection.find('r')?.stages[0]).toMatchObject({ status: 'done', summary: 'built' });
    });

    it('that it does not hold is not invented', async () => {
      await announce({ type: 'budget.updated', runId: 'unknown', limitUsd: 5, spentUsd: 1 });
      expect(projection.find('unknown')).toBeUndefined();
    });
  });

  describe('the figures of a floor', () => {
    it('count its runs that are not final, and what they have spent', async () => {
      const budget = (spentUsd: number) => ({ limitUsd: 5, spentUsd });
      await announce(
        created({ id: 'a', workspaceId: 'ours', status: 'running', budget: budget(1) }),
        created({ id: 'b', workspaceId: 'ours', status: 'awaiting-approval', budget: budget(0.5) }),
        created({ id: 'c', workspaceId: 'ours', status: 'done', budget: budget(3) }),
        created({ id: 'd', workspaceId: 'theirs', status: 'queued', budget: budget(2) }),
      );
      expect(projection.activeCount('ours')).toBe(2);
      expect(projection.activeCount()).toBe(3);
      expect(projection.activeSpendUsd('ours')).toBeCloseTo(1.5);
      await announce({ type: 'budget.updated', runId: 'a', limitUsd: 5, spentUsd: 2 });
      expect(projection.activeSpendUsd('ours')).toBeCloseTo(2.5);
    });
  });
});
