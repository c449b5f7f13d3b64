import { describe, expect, it } from '@jest/globals';
import { describeOnPostgres } from '#test/runs/support/describe-on-postgres.js';
import { openReplicas, openStore, type Store } from '#test/runs/support/open-store.js';
import { leaseMs, StoredRuns } from '#test/runs/support/stored-runs.js';
import { testDatabases } from '#test/support/test-databases.js';
import { type ClaimedLease, type Lease, LeaseLostError } from './leases.repository.js';

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
    expect(await runs.claim(id, 'us')).toEqual({ runId: id, fence: 1, tries: 1 });
    expect(await runs.claim(id, 'them')).toBeNull();
  });

  it('go back to all, except the named ones, when their owner gives back the rest', async () => {
    const runs = stored();
    const [kept, left, foreign] = [await runs.add(), await runs.add(), await runs.add()];
    for (const { id } of [kept, left]) await runs.claim(id, 'giver');
    await runs.claim(foreign.id, 'them');
    await runs.store.transactions.run((tx) => runs.leases.giveBackAllBut(tx, 'giver', [kept.id]));
    expect(await runs.claim(left.id, 'us')).toEqual({ runId: left.id, fence: 2, tries: 2 });
    expect(await runs.claim(kept.id, 'us')).toBeNull();
    expect(await runs.claim(foreign.id, 'us')).toBeNull();
  });

  it('goes to exactly one of many who ask at once', async () => {
    const runs = stored();
    const { id } = await runs.add();
    const owners = Array.from({ length: 8 }, (_, index) => `owner ${index}`);
    const claims = await Promise.all(owners.map((owner) => runs.claim(id, owner)));
    expect(claims.filter((lease) => lease !== null)).toEqual([{ runId: id, fence: 1, tries: 1 }]);
  });

  it('is kept while it has not run out', async () => {
    const runs = stored();
    const { id } = await runs.add();
    await runs.claim(id, 'us');
    await runs.pass(leaseMs / 2);
    expect(await runs.claim(id, 'them')).toBeNull();
    await runs.pass(leaseMs / 2 + 1);
    expect(await runs.claim(id, 'them')).toEqual({ runId: id, fence: 2, tries: 2 });
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
    expect(await runs.claim(id, 'them')).toEqual({ runId: id, fence: 2, tries: 2 });
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

  it('are not taken of the runs of excepted floors, unless they are to be cancelled', async () => {
    const runs = stored();
    const workspaceId = 'away';
    const [left, cancelled] = [await runs.add({ workspaceId }), await runs.add({ workspaceId })];
    await runs.store.transactions.run((tx) => runs.runs.requestCancel(tx, cancelled.id, 1));
    const taken = await takeFree(runs, 1000, [], ['away']);
    expect(taken).toContain(cancelled.id);
    expect(taken).not.toContain(left.id);
    expect(await takeFree(runs, 1000, taken, ['elsewhere'])).toEqual([left.id]);
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

  it('are taken of runs that are not over and that are free or our own, oldest first', async () => {
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
    const newer = await runs.add({ createdAt: 3 });
    await runs.store.dataSource.query(
      `UPDATE runs SET journal_version = 99 WHERE id = '${newer.id}'`,
    );
    const resting = await runs.add({ createdAt: 4 });
    const tried = (await runs.claim(resting.id, 'us')) as ClaimedLease;
    await runs.store.transactions.run((tx) => runs.leases.rest(tx, tried, 60_000));
    const taken: string[] = [];
    while (taken.length < 4) taken.push(...(await takeFree(runs, 1, taken)));
    taken.push(...(await takeFree(runs, 100, taken)));
    const known = [older, mine, abandoned, younger, held, over, newer, resting];
    const ours = taken.filter((id) => known.some((run) => run.id === id));
    expect(ours).toEqual([older, mine, abandoned, younger].map(({ id }) => id));
    await runs.store.transactions.run((tx) => runs.leases.wake(tx, resting.id));
    expect(await takeFree(runs, 9, taken)).toEqual([resting.id]);
    expect(await runs.claim(held.id, 'us')).toBeNull();
  });

  it('are not taken of runs with a newer journal, unless they are to be cancelled', async () => {
    const runs = stored();
    const { id } = await runs.add();
    await runs.store.dataSource.query(`UPDATE runs SET journal_version = 3 WHERE id = '${id}'`);
    expect(await runs.claim(id, 'us', 2)).toBeNull();
    expect(await takeFree(runs, 1000)).not.toContain(id);
    expect(await runs.claim(id, 'us', 3)).toEqual({ runId: id, fence: 1, tries: 1 });
    await runs.store.transactions.run((tx) => runs.runs.requestCancel(tx, id, 1));
    expect(await runs.claim(id, 'us', 2)).toMatchObject({ fence: 2 });
    expect(await takeFree(runs, 1000)).toContain(id);
  });

  it('count the claims since the last commit or the orderly release', async () => {
    const runs = stored();
    const { id } = await runs.add();
    const tries = async (): Promise<number | undefined> => (await runs.claim(id))?.tries;
    expect([await tries(), await tries()]).toEqual([1, 2]);
    const lease = (await runs.claim(id)) as ClaimedLease;
    await prove(runs, lease);
    expect(await tries()).toBe(1);
    const again = (await runs.claim(id)) as ClaimedLease;
    await runs.store.transactions.run((tx) => runs.leases.release(tx, again));
    expect(await tries()).toBe(1);
  });
});

/** Ids of the free runs that are claimed. */
async function takeFree(
  runs: StoredRuns,
  limit: number,
  except: readonly string[] = [],
  exceptFloors: readonly string[] = [],
): Promise<readonly string[]> {
  const { transactions } = runs.store;
  await transactions.run((tx) => runs.holders.renew(tx, 'us', leaseMs));
  const taken = await transactions.run((tx) =>
    runs.leases.claimPage(tx, {
      owner: 'us',
      limit,
      except,
      exceptFloors,
      newestJournal: 2,
      seenGroup: null,
    }),
  );
  return taken.map(({ runId }) => runId);
}

describeOnPostgres('leases between replicas', (url) => {
  const replicas = openReplicas(url, 2);
  const [first, second] = [replicas(0), replicas(1)];

  it('go to exactly one of those who ask at the same moment', async () => {
    const [here, there] = [new StoredRuns(first()), new StoredRuns(second())];
    // A replica registers as a holder at its start, long before it claims.
    await here.claim((await here.add()).id, 'here');
    await there.claim((await there.add()).id, 'there');
    for (let round = 0; round < 10; round++) {
      const { id } = await here.add();
      const claims = await Promise.all([here.claim(id, 'here'), there.claim(id, 'there')]);
      expect(claims.filter((lease) => lease !== null)).toHaveLength(1);
    }
  });

  it('are taken by replicas that look around at once, each run by one of them', async () => {
    const [here, there] = [new StoredRuns(first()), new StoredRuns(second())];
    const added = await Promise.all(Array.from({ length: 20 }, () => here.add({ createdAt: 1 })));
    const taken: string[] = [];
    for (let round = 0; round < 4; round++) {
      for (const page of await Promise.all([take(here, 'here'), take(there, 'there')])) {
        taken.push(...page);
      }
    }
    const ids = added.map(({ id }) => id);
    expect(taken.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());

    async function take(runs: StoredRuns, owner: string): Promise<readonly string[]> {
      const { transactions } = runs.store;
      await transactions.run((tx) => runs.holders.renew(tx, owner, leaseMs));
      const leases = await transactions.run((tx) =>
        runs.leases.claimPage(tx, {
          owner,
          limit: 10,
          except: taken,
          exceptFloors: [],
          newestJournal: 2,
          seenGroup: null,
        }),
      );
      return leases.map(({ runId }) => runId);
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

/** True if a connection to this database waits for a lock. */
async function someoneWaits({ dataSource }: Store): Promise<boolean> {
  const rows = await dataSource.query<unknown[]>(
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}
