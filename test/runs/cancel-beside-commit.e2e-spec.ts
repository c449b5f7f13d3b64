import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { addressOf } from '../support/created-database.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { waitsForLock } from '../support/waits-for-lock.js';
import { submit } from './support/commission.js';
import { describeOnPostgres } from './support/describe-on-postgres.js';

describeOnPostgres('a cancellation', (url) => {
  const database = temporaryDatabase(url, () => 'never');
  let office: RunningOffice;

  beforeAll(async () => {
    office = await startRealOffice({
      OFFICE_DB: addressOf(database()),
      OFFICE_MOCK_LATENCY_MS: '60000',
    });
  });
  afterAll(() => office.close());

  /** Locks as a commit of the working process does: first the lease, then the run. */
  async function commitAround(id: string, work: () => Promise<void>): Promise<void> {
    const replica = new pg.Client({ connectionString: addressOf(database()) });
    await replica.connect();
    try {
      await replica.query('BEGIN');
      await replica.query('SELECT 1 FROM run_leases WHERE run_id = $1 FOR UPDATE', [id]);
      await work();
      await replica.query('SELECT 1 FROM runs WHERE id = $1 FOR UPDATE', [id]);
      await replica.query('COMMIT');
    } finally {
      await replica.end();
    }
  }

  it('waits for a commit of the process that works on the run, and neither fails', async () => {
    const socket = await office.client.connect();
    const { id } = await submit(office);
    await socket.waitFor('turn.started');
    const cancelled = socket.waitFor('run.updated', ({ run }) => run.status === 'cancelled');
    await commitAround(id, async () => {
      socket.send({ type: 'cancel', runId: id });
      await waitsForLock(office, cancelled, 'SET "rests_until"');
    });
    await cancelled;
    expect(socket.ofType('error')).toEqual([]);
  });
});
