import { beforeAll, describe, expect, it } from '@jest/globals';
import { sampleStage, sampleTurn } from '#test/support/sample-records.js';
import { openStore } from '#test/runs/support/open-store.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { testDatabases } from '#test/support/test-databases.js';
import type { Run } from '../../protocol/records/work.js';
import { compareBy } from '../../protocol/rules/run-order.js';
import { RunSearchRepository } from './run-search.repository.js';

type RunsPage = Parameters<RunSearchRepository['page']>[0];

describe.each(testDatabases)('looking through runs on $name', ({ url }) => {
  const opened = openStore(url);
  let history: RunSearchRepository;
  const runs: readonly Partial<Run>[] = [
    { id: 'run_a', createdAt: 1, brief: 'A parser for CSV' },
    { id: 'run_b', createdAt: 2, brief: '100% of_it', workspaceId: 'lab' },
    { id: 'run_c', createdAt: 2, brief: 'A Parser for ÄÖ\u0000', tags: ['urgent'] },
    { id: 'run_d', createdAt: 3, brief: 'Something else', workspaceId: 'lab' },
  ];

  beforeAll(async () => {
    const stored = new StoredRuns(opened());
    for (const run of runs) await stored.add(run);
    history = new RunSearchRepository(opened().dataSource);
    const run = (await stored.runs.find('run_d'))?.record;
    if (run === undefined) throw new Error('The run is missing.');
    const ended = { ...run, status: 'failed', error: 'The disk was full', endedAt: 9 } as const;
    await opened().transactions.run((tx) => stored.runs.update(tx.manager, ended));
  });

  const ids = async (asked: Partial<RunsPage>): Promise<readonly string[]> =>
    (await history.page({ limit: 50, ...asked })).map(({ id }) => id);

  it.each<readonly [Partial<RunsPage>, readonly string[]]>([
    [{}, ['run_d', 'run_c', 'run_b', 'run_a']],
    [{ limit: 2 }, ['run_d', 'run_c']],
    [{ search: 'PARSER' }, ['run_c', 'run_a']],
    [{ search: 'pars csv' }, ['run_a']],
    [{ search: 'äö urgent' }, ['run_c']],
    [{ search: '%' }, ['run_b']],
    [{ search: 'f_i' }, ['run_b']],
    [{ search: '\\' }, []],
    [{ search: 'disk was full' }, ['run_d']],
    [{ status: 'failed' }, ['run_d']],
    [{ status: 'running', workspaceId: 'lab' }, ['run_b']],
    [{ workspaceId: 'no\u0000where' }, []],
  ])('%j finds %j', async (asked, found) => {
    expect(await ids(asked)).toEqual(found);
  });

  it('goes on after any run, also among those of one instant', async () => {
    const found: string[] = [];
    for (let before = undefined as RunsPage['before']; ;) {
      const [id] = await ids({ limit: 1, ...(before && { before }) });
      if (id === undefined) break;
      found.push(id);
      before = (await history.placeOf(id)) ?? undefined;
    }
    expect(found).toEqual(['run_d', 'run_c', 'run_b', 'run_a']);
  });

  it('knows the place of no run that is not there', async () => {
    expect(await history.placeOf('run_\u0000')).toBeNull();
  });

  it('finds words in other forms, and pieces of words as ever', async () => {
    const stored = new StoredRuns(opened());
    await stored.add({ id: 'run_f', createdAt: -9, brief: 'Deployments happen on Tuesdays' });
    await stored.add({ id: 'run_g', createdAt: -8, brief: 'Ein Häuserregister für Zürich' });
    expect(await ids({ search: 'deploy tuesday' })).toEqual(['run_f']);
    expect(await ids({ search: 'deployed happening' })).toEqual(['run_f']);
    expect(await ids({ search: 'häuserreg zurich' })).toEqual(['run_g']);
    expect(await ids({ search: 'deploy friday' })).toEqual([]);
  });

  describe('by what became of them', () => {
    const stage = { ...sampleStage(), turnIds: ['turn_1'], participantRoleIds: ['cto', 'a_b'] };
    const later = 1_000_000;
    beforeAll(async () => {
      const stored = new StoredRuns(opened());
      const spent = (spentUsd: number) => ({ limitUsd: 5, spentUsd });
      for (const [id, fields] of Object.entries({
        run_x: { pipelineId: 'tune', budget: spent(0.5), stages: [stage], createdAt: later },
        run_y: { pipelineId: 'tune', budget: spent(2), createdAt: later + 1 },
        run_z: { pipelineId: 'tune', budget: spent(0), createdAt: later + 2 },
      })) {
        const run = await stored.add({ id, ...fields });
        const endedAt = run.createdAt + (id === 'run_z' ? 9000 : 500);
        const stages = run.stages.map((each) => ({ ...each, startedAt: run.createdAt }));
        await opened().transactions.run(async (tx) => {
          const ended = { ...run, stages, status: 'done', endedAt } as const;
          await stored.runs.update(tx.manager, ended);
          if (id === 'run_y') {
            const turn = sampleTurn({ id: 'turn_y', runId: id, wroteFiles: ['a.ts'] });
            await stored.results.insertTurn(tx.manager, 'step', turn);
          }
        });
      }
    });

    it.each<readonly [Partial<RunsPage>, readonly string[]]>([
      [{}, ['run_z', 'run_y', 'run_x']],
      [{ sort: 'oldest' }, ['run_x', 'run_y', 'run_z']],
      [{ sort: 'dearest' }, ['run_y', 'run_x', 'run_z']],
      [{ sort: 'longest' }, ['run_z', 'run_y', 'run_x']],
      [{ roleId: 'cto' }, ['run_x']],
      [{ roleId: 'ct' }, []],
      [{ roleId: 'a%b' }, []],
      [{ roleId: 'a_b' }, ['run_x']],
      [{ minUsd: 0.5 }, ['run_y', 'run_x']],
      [{ maxUsd: 0.5, minUsd: 0.1 }, ['run_x']],
      [{ from: later + 1 }, ['run_z', 'run_y']],
      [{ to: later }, ['run_x']],
      [{ from: later + 0.5, to: later + 1.5 }, ['run_y']],
      [{ changed: true }, ['run_y']],
      [{ changed: false }, ['run_z', 'run_x']],
      [{ status: 'failed' }, []],
    ])('%j finds %j', async (asked, found) => {
      expect(await ids({ pipelineId: 'tune', ...asked })).toEqual(found);
    });

    it.each(['newest', 'oldest', 'dearest', 'longest'] as const)(
      'goes through all of them by %s, each once, as a client sorts them',
      async (sort) => {
        const all = await history.page({ pipelineId: 'tune', sort, limit: 50 });
        const found: string[] = [];
        for (let before = undefined as RunsPage['before']; ;) {
          const more = { pipelineId: 'tune', sort, limit: 1, ...(before && { before }) };
          const [id] = await ids(more);
          if (id === undefined) break;
          found.push(id);
          before = (await history.placeOf(id)) ?? undefined;
        }
        expect(found).toEqual(all.map(({ id }) => id));
        expect(all.toReversed().toSorted(compareBy(sort))).toEqual(all);
      },
    );

    it('are counted by status, whatever status is asked for', async () => {
      const counts = await history.counts({ pipelineId: 'tune', status: 'failed' });
      expect(counts).toMatchObject({ total: 0, statuses: { done: 3, failed: 0, queued: 0 } });
      expect(await history.counts({ pipelineId: 'tune', roleId: 'cto' })).toMatchObject({
        total: 1,
      });
    });
  });
});
