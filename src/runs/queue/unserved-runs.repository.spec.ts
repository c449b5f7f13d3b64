import { beforeEach, expect, it } from '@jest/globals';
import { describeOnPostgres } from '#test/runs/support/describe-on-postgres.js';
import { openStore } from '#test/runs/support/open-store.js';
import { leaseMs, StoredRuns } from '#test/runs/support/stored-runs.js';
import type { Run } from '../../protocol/records/work.js';
import { UnservedRunsRepository } from './unserved-runs.repository.js';

const claimant = { owner: 'us', newestJournal: 2, seenGroup: null };
const why = 'waits for "a replica" of the group';

describeOnPostgres('runs that no replica sees the files of', (url) => {
  const opened = openStore(url);
  const unserved = new UnservedRunsRepository();
  let group: string;
  let runs: StoredRuns;
  let run: Run;
  let groupCount = 0;

  beforeEach(async () => {
    group = `group ${++groupCount}`;
    runs = new StoredRuns(opened());
    const workspaceId = `floor of ${group}`;
    await opened().dataSource.query(
      'INSERT INTO workspaces (id, floor, document_json, spent_usd, created_at, replica_group) ' +
        `VALUES ($1, $2, '{}', 0, 1, $3)`,
      [workspaceId, groupCount, group],
    );
    run = await runs.add({ workspaceId });
  });

  const groups = (): Promise<readonly string[]> =>
    opened().transactions.run((tx) => unserved.groups(tx));
  const untold = (): Promise<readonly string[]> =>
    opened().transactions.run((tx) => unserved.untold(tx, group, why));
  const rest = (ms: number | null): Promise<void> =>
    opened().transactions.run(async (tx) => {
      await runs.holders.renew(tx, 'us', leaseMs);
      const lease = await runs.leases.claim(tx, run.id, claimant);
      if (lease === null) throw new Error('the run is held');
      await runs.leases.rest(tx, lease, ms);
    });

  it('have a group without a replica, until one of it is there', async () => {
    expect(await groups()).toContain(group);
    await opened().transactions.run((tx) => runs.holders.renew(tx, 'it', leaseMs, group));
    expect(await groups()).not.toContain(group);
  });

  it('are told once why they wait', async () => {
    expect(await untold()).toEqual([run.id]);
    await opened().transactions.run((tx) => runs.runs.update(tx.manager, { ...run, error: why }));
    expect(await untold()).toEqual([]);
  });

  it('are not told while they are worked on', async () => {
    await runs.claim(run.id, 'them');
    expect(await untold()).toEqual([]);
    await runs.pass(leaseMs + 1);
    expect(await untold()).toEqual([run.id]);
  });

  it('are told once they no longer rest', async () => {
    await rest(60_000);
    expect(await untold()).toEqual([]);
    await opened().dataSource.query('UPDATE run_leases SET rests_until = rests_until - 60001');
    expect(await untold()).toEqual([run.id]);
  });

  it('are not told once they are parked', async () => {
    await rest(null);
    expect(await untold()).toEqual([]);
  });
});
