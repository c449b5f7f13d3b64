import { afterEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { shareLock } from '../../src/platform/database/server-share.js';
import { healthTexts, processTexts } from '../../src/protocol/texts/process.js';
import { ServiceLife } from '../crash/support/service-life.js';
import { describeOnPostgres } from '../runs/support/describe-on-postgres.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { until } from '../support/until.js';

const holders =
  "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 " +
  'AND database = (SELECT oid FROM pg_database WHERE datname = current_database())';

describeOnPostgres('a database on a server', (url) => {
  const database = temporaryDatabase(url, () => '');
  const open: RunningOffice[] = [];

  afterEach(async () => {
    for (const office of open.splice(0)) await office.close();
  });

  async function start(env: Record<string, string> = {}): Promise<RunningOffice> {
    const office = await startRealOffice({ OFFICE_DB: addressOf(database()), ...env });
    open.push(office);
    return office;
  }

  const polling = { OFFICE_FLEET_POLL: 'true' };
  const shown = (): string => {
    const { host, pathname } = new URL(addressOf(database()));
    return `${host}${pathname}`;
  };

  it('is used by one process that knows of no others, and refused to a second one', async () => {
    await start();
    await expect(start()).rejects.toThrow(processTexts.databaseUsedByAnother(shown()));
    await expect(start(polling)).rejects.toThrow(processTexts.databaseOfOne(shown()));
  }, 60_000);

  it('is shared by those that were told to poll, and refused to one that was not', async () => {
    await start(polling);
    const second = await start(polling);
    expect((await second.client.get('/readyz')).status).toBe(200);
    await expect(start()).rejects.toThrow(processTexts.databaseUsedByAnother(shown()));
  }, 60_000);

  it('is free as soon as the process that had it is killed', async () => {
    const env = { OFFICE_DB: addressOf(database()), OFFICE_LLM_MODE: 'mock' };
    const life = ServiceLife.start(env);
    await life.serving();
    await life.kill();
    const next = await start();
    expect((await next.client.get('/readyz')).status).toBe(200);
  }, 60_000);

  it('is taken back after a lost connection; meanwhile another may have it, and readiness says so', async () => {
    const { client } = await start();
    const other = new pg.Client({ connectionString: addressOf(database()) });
    await other.connect();
    const [holder] = (await other.query<{ pid: number }>(holders, [shareLock])).rows;
    const taken = other.query('SELECT pg_advisory_lock($1)', [shareLock]);
    const server = new pg.Client({ connectionString: url });
    await server.connect();
    await server.query('SELECT pg_terminate_backend($1)', [holder?.pid]);
    await server.end();
    await taken;
    const readiness = async (): Promise<unknown[]> => {
      const { status, body } = await client.get<{ error?: string }>('/readyz');
      return [status, body.error];
    };
    await until(async () => (await readiness())[0] === 503);
    expect(await readiness()).toEqual([503, healthTexts.storeTaken]);
    await other.end();
    await until(async () => (await readiness())[0] === 200);
    expect(await readiness()).toEqual([200, undefined]);
  }, 60_000);
});
