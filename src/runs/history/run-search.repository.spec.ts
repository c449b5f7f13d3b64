import { beforeAll, describe, expect, it } from '@jest/globals';
import { openStore } from '#test/runs/support/open-store.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { testDatabases } from '#test/support/test-databases.js';
import type { Run } from '../../protocol/records/work.js';
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
});
