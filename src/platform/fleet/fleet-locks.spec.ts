import { afterEach, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { withRaw } from '#test/crash/support/raw-database.js';
import { describeOnPostgres } from '#test/runs/support/describe-on-postgres.js';
import { addressOf } from '#test/support/created-database.js';
import { temporaryDatabase } from '#test/support/temporary-database.js';
import { until } from '#test/support/until.js';
import { loadConfig } from '../config/load-config.js';
import { LockSession } from '../database/lock-session.js';
import { FleetLocks } from './fleet-locks.js';

const ownDatabase = 'datname = current_database()';

describeOnPostgres('locks of a fleet', (url) => {
  const database = temporaryDatabase(url, () => '');
  const opened: FleetLocks[] = [];

  afterEach(async () => {
    for (const locks of opened.splice(0)) await locks.onApplicationShutdown();
  });

  function replica(): FleetLocks {
    const env = { OFFICE_DB: addressOf(database()), OFFICE_FLEET_POLL: 'true' };
    const locks = new FleetLocks(loadConfig({ env, cwd: '/' }));
    opened.push(locks);
    return locks;
  }

  const query = <T extends Record<string, unknown>>(statement: string): Promise<readonly T[]> =>
    withRaw(database(), (raw) => raw.all<T>(statement));

  /** Id of the server process that holds a lock. */
  async function holder(): Promise<number | undefined> {
    const [row] = await query<{ pid: number }>(
      "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = " +
        `(SELECT oid FROM pg_database WHERE ${ownDatabase})`,
    );
    return row?.pid;
  }

  it('are taken by one, and by another once they are given back', async () => {
    const [one, other] = [replica(), replica()];
    const release = await one.tryTake('harness a');
    expect(release).not.toBeNull();
    expect([await other.tryTake('harness a'), await one.tryTake('harness a')]).toEqual([
      null,
      null,
    ]);
    expect(await other.tryTake('harness b')).not.toBeNull();
    await release?.();
    expect(await other.tryTake('harness a')).not.toBeNull();
  });

  it('are taken again when their connection breaks', async () => {
    const [one, other] = [replica(), replica()];
    const release = await one.tryTake('harness a');
    const before = await holder();
    await query(`SELECT pg_terminate_backend(${before ?? 0})`);
    await until(async () => ![before, undefined].includes(await holder()));
    expect(await other.tryTake('harness a')).toBeNull();
    await release?.();
    expect(await other.tryTake('harness a')).not.toBeNull();
  }, 30_000);

  it('are not taken again when they are given back while others are', async () => {
    const [one, other] = [replica(), replica()];
    await one.tryTake('harness a');
    const release = await one.tryTake('harness b');
    await one.tryTake('harness c');
    const before = await holder();
    const asks = LockSession.prototype.asks;
    const asked: string[] = [];
    const allAsked = Promise.withResolvers<void>();
    jest.spyOn(LockSession.prototype, 'asks').mockImplementation(async function (
      this: LockSession,
      question,
      [parameter],
    ) {
      const name = String(parameter);
      if (!question.includes('pg_try')) return asks.call(this, question, [name]);
      asked.push(name);
      // The server still holds the locks of the broken session at first.
      if (asked.length <= 3) return false;
      const taken = await asks.call(this, question, [name]);
      if (name === 'harness a') await release?.();
      if (name === 'harness c') allAsked.resolve();
      return taken;
    });
    await query(`SELECT pg_terminate_backend(${before ?? 0})`);
    await allAsked.promise;
    expect(asked.slice(3)).toEqual(['harness a', 'harness c']);
    jest.restoreAllMocks();
    expect(await other.tryTake('harness b')).not.toBeNull();
  }, 30_000);

  it('are kept where the server ends connections that are quiet', async () => {
    const connectionString = addressOf(database());
    const name = new URL(connectionString).pathname.slice(1);
    await query(`ALTER DATABASE ${name} SET idle_session_timeout = '200ms'`);
    await replica().tryTake('harness a');
    const before = await holder();
    const quiet = new pg.Client({ connectionString });
    quiet.on('error', () => undefined);
    const ended = new Promise<void>((resolve) => quiet.once('end', resolve));
    await quiet.connect();
    await ended;
    expect(await holder()).toBe(before);
    expect(before).toBeDefined();
  }, 30_000);
});
