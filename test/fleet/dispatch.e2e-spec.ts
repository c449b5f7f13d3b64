import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Run } from '../../src/protocol/records/work.js';
import { LeaseKeeper } from '../../src/runs/queue/lease-keeper.js';
import { RunClaims } from '../../src/runs/queue/run-claims.js';
import { withRaw } from '../crash/support/raw-database.js';
import { carryOut, finished, submit } from '../runs/support/commission.js';
import { addressOf } from '../support/created-database.js';
import { describeFleet } from '../support/redis-server.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { TwoReplicas } from './two-replicas.js';

const quick = { brief: 'Say hello.', pipelineId: 'quick-answer' };

/** Runs are stored as a replica of a newer version would store them. */
const storeNewer = [
  `CREATE FUNCTION newer() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NEW.journal_version = 99; RETURN NEW; END'`,
  'CREATE TRIGGER newer BEFORE INSERT ON runs FOR EACH ROW EXECUTE FUNCTION newer()',
];
const storeNoNewer = ['DROP TRIGGER newer ON runs'];

/** Notes with each lease that is taken how many its owner has. */
const noteHeld = [
  'CREATE TABLE noted (owner text, held bigint)',
  `CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN INSERT INTO noted SELECT owner, count(*) FROM run_leases
      WHERE owner IS NOT NULL GROUP BY owner; RETURN NULL; END'`,
  'CREATE TRIGGER note AFTER UPDATE OF owner ON run_leases FOR EACH ROW EXECUTE FUNCTION note()',
];
const capacity = 2;
const free = { owner: null, rests_until: null };

describeFleet('replicas that share runs', ({ postgres, redis }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(postgres, () => '');
  let replicas: TwoReplicas;

  beforeAll(async () => {
    replicas = await TwoReplicas.start(
      { database: addressOf(database()), redis },
      {
        OFFICE_CAPACITY: String(capacity),
        OFFICE_MOCK_LATENCY_MS: '20',
        OFFICE_WORKSPACE: directory('workspace'),
        OFFICE_WORKSPACES_ROOT: directory('workspaces'),
      },
    );
  }, 60_000);
  afterAll(() => replicas.close(), 60_000);

  async function query(...statements: readonly string[]): Promise<readonly unknown[]> {
    return withRaw(database(), async (raw) => {
      let rows: readonly unknown[] = [];
      for (const statement of statements) rows = await raw.all(statement);
      return rows;
    });
  }

  it('leave one with a newer journal to those who know it, and cancel it when asked to', async () => {
    const { first, second } = replicas;
    const socket = await second.client.connect();
    await query(...storeNewer);
    const newer = await submit(first, quick);
    await query(...storeNoNewer);
    expect(await carryOut(second, socket, quick)).toMatchObject({ status: 'done' });
    for (const { app } of [first, second]) {
      expect(await app.get(RunClaims).claim(newer.id)).toBeNull();
    }
    const { body } = await second.client.get<Run>(`/api/runs/${newer.id}`);
    expect(body).toMatchObject({ status: 'queued', error: null });
    const lease = `SELECT owner, rests_until FROM run_leases WHERE run_id = '${newer.id}'`;
    expect(await query(lease)).toEqual([free]);
    // As a run that was let go when the leases had lapsed: a replica that is full gives it back.
    const { owner } = first.app.get(LeaseKeeper);
    await query(`UPDATE run_leases SET owner = '${owner}' WHERE run_id = '${newer.id}'`);
    expect(await first.app.get(RunClaims).claimFree(0, () => [])).toEqual([]);
    expect(await query(lease)).toEqual([free]);
    socket.send({ type: 'cancel', runId: newer.id });
    expect(await finished(second, socket, newer.id)).toMatchObject({ status: 'cancelled' });
  }, 60_000);

  it('hold no more of them than their capacity, and both take part', async () => {
    const { first, second } = replicas;
    const socket = await second.client.connect();
    await query(...noteHeld);
    const runs = await Promise.all(Array.from({ length: 16 }, () => submit(first, quick)));
    for (const { id } of runs) {
      expect(await finished(second, socket, id)).toMatchObject({ status: 'done' });
    }
    const most = 'SELECT max(held) AS held FROM noted GROUP BY owner';
    const full = { held: String(capacity) };
    expect(await query(most)).toEqual([full, full]);
  }, 60_000);
});
