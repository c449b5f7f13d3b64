import { describe, expect, it } from '@jest/globals';
import { describeOnPostgres } from '../../../test/runs/support/describe-on-postgres.js';
import { openReplicas, openStore, type Store } from '../../../test/runs/support/open-store.js';
import { leaseMs, StoredRuns } from '../../../test/runs/support/stored-runs.js';
import { testDatabases } from '../../../test/support/test-databases.js';
import { type Lease, LeaseLostError } from './leases.repository.js';

describe.each(testDatabases)('leases on $name', ({ url }) => {
  const opened = openStore(url);
  const stored = (): StoredRuns => new StoredRuns(opened());

  const prove = (runs: StoredRuns, lease: Lease): Promise<void> =>
    runs.store.transactions.run((tx) => runs.leases.assertHeld(tx.manager, lease));
  const retire = (runs: StoredRuns, owner: string): Promise<void> =>
    runs.store.transactions.run((tx) => runs.holders.forget(tx, owner));

  it('a run without a holder goes to the first claim', async () => {
    const runs = stored();
    const { id } = await runs.add();
    expect(await runs.claim(id, 'us')).toEqual({ runId: id, fence: 1 });
    expect(await runs.claim(id, 'them')).toBeNull();
  });

  it('goes to exactly one of many who ask at once', async () => {
    const runs = stored();
    const { id } = await runs.add();
    const owners = Array.from({ length: 8 }, (_, index) => `owner ${index}`);
    const claims = await Promise.all(owners.map((owner) => runs.claim(id, owner)));
    expect(claims.filter((lease) => lease !== null)).toEqual([{ runId: id, fence: 1 }]);
  });

  it('is kept while it has not run out', async () => {
    const runs = stored();
    const { id } = await runs.add();
    await runs.claim(id, 'us');
    await runs.pass(leaseMs / 2);
    expect(await runs.claim(id, 'them')).toBeNull();
    await runs.pass(leaseMs / 2 + 1);
    expect(await runs.claim(id, 'them')).toEqual({ runId: id, fence: 2 });
  });

  it('can be taken again by its own holder, whose older lease is void then', async () => {
    const runs = stored();
    const { id } = await runs.add();
    const older = (await runs.claim(id)) as Lease;
    const newer = (await runs.claim(id)) as Lease;
    expect(newer.fence).toBe(older.fence + 1);
    await prove(runs, newer);
    await expect(prove(runs, older)).rejects.toThrow(LeaseLostError);
  });

  it('is void for a holder that let it run out, once another took the run', async () => {
    const runs = stored();
    const { id } = await runs.add();
    const ours = (await runs.claim(id)) as Lease;
    const theirs = await runs.takeOver(id);
    await prove(runs, theirs);
    await expect(prove(runs, ours)).rejects.toMatchObject({ runId: id, name: 'LeaseLostError' });
  });

  it('still stands when it expired and was not claimed', async () => {
    const runs = stored();
    const { id } = await runs.add();
    const lease = (await runs.claim(id)) as Lease;
    await runs.pass(leaseMs * 10);
    await prove(runs, lease);
  });

  it('is free at once when its holder goes', async () => {
    const runs = stored();
    const { id } = await runs.add();
    await runs.claim(id, 'us');
    await retire(runs, 'us');
    expect(await runs.claim(id, 'them')).toEqual({ runId: id, fence: 2 });
  });

  it('is not freed by the going of someone who lost it', async () => {
    const runs = stored();
    const { id } = await runs.add();
    await runs.claim(id, 'us');
    await runs.takeOver(id, 'them');
    await retire(runs, 'us');
    expect(await runs.claim(id, 'others')).toBeNull();
  });

  it('stands as long as its holder is heard of, whenever it was taken', async () => {
    const runs = stored();
    const { id } = await runs.add();
    await runs.claim(id, 'us');
    for (let beat = 0; beat < 3; beat++) {
      await runs.pass(leaseMs / 2);
      await runs.store.transactions.run((tx) => runs.holders.renew(tx, 'us', leaseMs));
      expect(await runs.claim(id, 'them')).toBeNull();
    }
  });

  it('is told to its holder, with the wish to cancel the run', async () => {
    const runs = stored();
    const [kept, unwanted] = [await runs.add(), await runs.add()];
    for (const { id } of [kept, unwanted]) await runs.claim(id, 'teller');
    await runs.store.transactions.run((tx) => runs.runs.requestCancel(tx, unwanted.id, 1));
    const held = await runs.leases.heldBy('teller');
    expect(held.toSorted((a, b) => (a.runId < b.runId ? -1 : 1))).toEqual([
      { runId: kept.id, fence: 1, cancelRequested: false },
      { runId: unwanted.id, fence: 1, cancelRequested: true },
    ]);
  });

  it('gives no lease of a run that has ended', async () => {
    const runs = stored();
    const { id } = await runs.add();
    const lease = (await runs.claim(id)) as Lease;
    await runs.store.transactions.run((tx) => runs.leases.delete(tx.manager, id));
    await expect(prove(runs, lease)).rejects.toThrow(LeaseLostError);
    expect(await runs.claim(id)).toBeNull();
  });

  it('those of an earlier process are all freed at boot', async () => {
    const runs = stored();
    const [one, two] = [await runs.add(), await runs.add()];
    for (const { id } of [one, two]) await runs.claim(id, 'them');
    await runs.store.transactions.run((tx) => runs.holders.forgetAll(tx));
    for (const { id } of [one, two]) expect(await runs.claim(id, 'us')).not.toBeNull();
  });

  it('runs to look after are those that are not over and that are free or our own, oldest first', async () => {
    const runs = stored();
    const younger = await runs.add({ createdAt: 30 });
    const older = await runs.add({ createdAt: 10 });
    const abandoned = await runs.add({ createdAt: 20 });
    await runs.claim(abandoned.id, 'gone');
    await runs.pass(leaseMs + 1);
    const mine = await runs.add({ createdAt: 15 });
    await runs.claim(mine.id, 'us');
    const held = await runs.add({ createdAt: 1 });
    await runs.claim(held.id, 'them');
    const over = await runs.add({ createdAt: 2 });
    await runs.store.transactions.run((tx) =>
      runs.runs.update(tx.manager, { ...over, status: 'done', endedAt: 9000 }),
    );
    const known = [younger, older, abandoned, mine, held, over].map(({ id }) => id);
    const claimable = await runs.leases.claimable('us');
    expect(claimable.filter((id) => known.includes(id))).toEqual(
      [older, mine, abandoned, younger].map(({ id }) => id),
    );
  });
});

describeOnPostgres('leases between replicas', (url) => {
  const replicas = openReplicas(url, 2);
  const [first, second] = [replicas(0), replicas(1)];

  it('go to exactly one of those who ask at the same moment', async () => {
    const [here, there] = [new StoredRuns(first()), new StoredRuns(second())];
    for (let round = 0; round < 10; round++) {
      const { id } = await here.add();
      const claims = await Promise.all([here.claim(id, 'here'), there.claim(id, 'there')]);
      expect(claims.filter((lease) => lease !== null)).toHaveLength(1);
    }
  });

  it('are locked by a proof until the commit: a takeover waits for it', async () => {
    const [here, there] = [new StoredRuns(first()), new StoredRuns(second())];
    const { id } = await here.add();
    const lease = (await here.claim(id, 'here')) as Lease;
    await there.pass(leaseMs + 1);
    const order: string[] = [];
    let takeover: Promise<unknown> = Promise.resolve();
    await here.store.transactions.run(async (tx) => {
      await here.leases.assertHeld(tx.manager, lease);
      takeover = there.claim(id, 'there').then(() => order.push('taken over'));
      while (order.length === 0 && !(await someoneWaits(here.store))) continue;
      order.push('committing');
    });
    await takeover;
    expect(order).toEqual(['committing', 'taken over']);
  });
});

/** Whether a connection to this database waits for a lock. */
async function someoneWaits({ dataSource }: Store): Promise<boolean> {
  const rows = await dataSource.query<unknown[]>(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}
