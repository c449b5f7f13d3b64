import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { openStore } from '#test/runs/support/open-store.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { testDatabases } from '#test/support/test-databases.js';
import type { Run } from '../../protocol/records/work.js';
import { UnreadableJournal } from '../engine/journal/journal-version.js';
import { DeadlyRun, maxTries, nextTryIn, RunParking } from './run-parking.js';

const paceMs = 1000;
const reason = 'step s/dev holds nothing that this service knows';
const text = `This version of the service cannot continue the run (${reason}). It is parked: start a version that can, or cancel it.`;

describe('when a run that could not be loaded is tried again', () => {
  it('is after longer and longer pauses, and then not any more', () => {
    const error = new Error('oops');
    const tries = [1, 2, 3].map((count) => nextTryIn(count, error, paceMs));
    expect(tries).toEqual([1000, 2000, null]);
  });

  it('is never, when its journal is of another version', () => {
    expect(nextTryIn(1, new UnreadableJournal('it is new'), paceMs)).toBeNull();
  });

  it('is never, when it seems to end the processes that work on it', () => {
    expect(nextTryIn(1, new DeadlyRun(20), paceMs)).toBeNull();
  });
});

describe.each(testDatabases)('[defects] 5: a run that cannot be loaded, on $name', ({ url }) => {
  const opened = openStore(url);
  let runs: StoredRuns;
  let parking: RunParking;
  let run: Run;

  beforeEach(async () => {
    runs = new StoredRuns(opened());
    const { transactions, clock, logger } = opened();
    parking = new RunParking(transactions, runs.leases, runs.runs, clock, logger);
    run = await runs.add({ status: 'running' });
  });

  async function fail(thrown: unknown): Promise<void> {
    const lease = await runs.claim(run.id);
    if (lease === null) throw new Error('its lease was not given back');
    await parking.failed(lease, thrown, paceMs);
  }
  /** Ends the rest of a run that is not parked; the database's clock cannot be set. */
  const rested = (): Promise<unknown> =>
    opened().dataSource.query(
      `UPDATE run_leases SET rests_until = rests_until - ${4 * paceMs} WHERE rests_until < 9e15`,
    );
  const errors = (): readonly string[] => opened().lines.filter((line) => line.includes(' ERROR '));

  it('rests between its tries, and nothing is said of them', async () => {
    await fail(new Error('oops'));
    expect(await runs.claim(run.id)).toBeNull();
    await rested();
    expect(await runs.claim(run.id)).toMatchObject({ tries: 2 });
    expect(errors()).toEqual([]);
    expect(opened().events).toEqual([]);
  });

  it('is parked after three, with a status text and one line of the log', async () => {
    for (let count = 1; count <= 3; count++) {
      await fail(new Error(reason));
      await rested();
    }
    expect(await runs.claim(run.id)).toBeNull();
    expect((await runs.runs.find(run.id))?.record).toMatchObject({
      status: 'running',
      error: text,
    });
    expect(opened().events).toMatchObject([{ type: 'run.updated', run: { error: text } }]);
    expect(errors()).toHaveLength(1);
    expect(errors()[0]).toContain(`run ${run.id} is parked, because it cannot be continued: `);
  });

  it('says so once, though the next process parks it as well', async () => {
    await fail(new UnreadableJournal(reason));
    await opened().transactions.run((tx) => runs.leases.wakeAll(tx, maxTries));
    await fail(new UnreadableJournal(reason));
    expect(opened().events).toHaveLength(1);
  });

  it('rests without a word when its own record cannot be read', async () => {
    await opened().dataSource.query(`UPDATE runs SET record_json = '{' WHERE id = '${run.id}'`);
    await fail(new UnreadableJournal(reason));
    expect(await runs.claim(run.id)).toBeNull();
    expect(opened().events).toEqual([]);
  });

  it('is not parked by a transaction in which a statement failed', async () => {
    const failed = new QueryFailedError('UPDATE runs', [], new Error('syntax error'));
    const spy = jest.spyOn(runs.runs, 'lockActive').mockRejectedValueOnce(failed);
    await expect(fail(new UnreadableJournal(reason))).rejects.toBe(failed);
    spy.mockRestore();
    expect(await runs.claim(run.id)).toMatchObject({ tries: 2 });
  });

  it.each([1, 99])(
    'keeps its journal of version %d for a process that knows it',
    async (version) => {
      await opened().dataSource.query(
        `UPDATE runs SET journal_version = ${version} WHERE id = '${run.id}'`,
      );
      const lease = await runs.claim(run.id);
      await expect(runs.loader.load(lease ?? { runId: run.id, fence: 0 })).rejects.toThrow(
        `its journal is of version ${version}`,
      );
      await fail(new UnreadableJournal(reason));
      expect((await runs.runs.find(run.id))?.journalVersion).toBe(version);
    },
  );
});
