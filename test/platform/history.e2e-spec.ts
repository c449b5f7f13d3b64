import { spawnSync } from 'node:child_process';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { backUpDatabase, restoreDatabase } from '../../src/platform/database/backup-database.js';
import { History } from '../../src/platform/database/history.js';
import { EventLog } from '../../src/platform/events/event-log.js';
import type { CreatedDatabase } from '../support/created-database.js';
import { createDatabase } from '../support/created-database.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';
import { ProbeModule } from './probe/probe.module.js';

const running: RunningOffice[] = [];
afterEach(async () => {
  for (const office of running.splice(0)) await office.close();
});

async function start(database: string): Promise<RunningOffice> {
  const office = await startOffice({
    root: (bootContext) => ProbeModule.on(bootContext),
    env: { OFFICE_DB: database },
  });
  running.push(office);
  return office;
}

async function stop(office: RunningOffice): Promise<void> {
  running.splice(running.indexOf(office), 1);
  await office.close();
}

const historyOf = (office: RunningOffice): string => office.app.get(History).id;

async function happen(office: RunningOffice, count: number): Promise<number> {
  const log = office.app.get(EventLog);
  for (let index = 0; index < count; index += 1) {
    await log.append({ type: 'log', level: 'info', scope: 'test', message: `${index}` });
  }
  return log.lastSeq();
}

/** The numbers of what a client that says so is sent after its `hello`. */
async function sentAfter(office: RunningOffice, query: string): Promise<readonly unknown[]> {
  const socket = await office.client.connect({ path: `/ws?${query}` });
  await socket.settle();
  return socket.ofType('log').map(({ seq }) => seq);
}

/** One life of the office, in which so much happens. */
async function live(database: string, count: number): Promise<{ id: string; last: number }> {
  const office = await start(database);
  const last = await happen(office, count);
  const id = historyOf(office);
  await stop(office);
  return { id, last };
}

describe('the history of a database file', () => {
  const at = temporaryDirectory();
  const folder = (): string => at('data');
  const file = (): string => at('data', 'office.sqlite');

  it('goes on over restarts, and what was missed is sent', async () => {
    await mkdir(folder());
    const first = await live(file(), 3);
    const second = await live(file(), 2);
    expect(second.id).toBe(first.id);
    const office = await start(file());
    expect(historyOf(office)).toBe(first.id);
    const known = `since=${first.last}&history=${first.id}`;
    expect(await sentAfter(office, known)).toEqual([first.last + 1, first.last + 2]);
    expect(await sentAfter(office, `since=${first.last}`)).toHaveLength(2);
    await rm(folder(), { recursive: true });
  });

  /** Keeps the office as it is now, and answers how to put that back. */
  type Way = () => Promise<() => Promise<void>>;
  const ways: readonly [string, Way][] = [
    [
      'its file is copied back',
      async () => {
        await cp(file(), at('kept'));
        return () => cp(at('kept'), file());
      },
    ],
    [
      'its folder is copied back',
      async () => {
        await cp(folder(), at('kept'), { recursive: true });
        return () => cp(at('kept'), folder(), { recursive: true, force: true });
      },
    ],
    [
      'its folder is taken away and a copy put in its place',
      async () => {
        await cp(folder(), at('kept'), { recursive: true, preserveTimestamps: true });
        return async () => {
          await rm(folder(), { recursive: true });
          await rename(at('kept'), folder());
        };
      },
    ],
    [
      'a backup is restored',
      async () => {
        await backUpDatabase(file(), at('kept'));
        return () => restoreDatabase(at('kept'), file());
      },
    ],
    [
      'a backup is copied in its place',
      async () => {
        await backUpDatabase(file(), at('kept'));
        return async () => {
          await rm(folder(), { recursive: true });
          await mkdir(folder());
          await cp(at('kept'), file());
        };
      },
    ],
  ];

  it.each(ways)('is another one after %s', async (_, keep) => {
    await mkdir(folder());
    const before = await live(file(), 3);
    const putBack = await keep();
    const lost = await live(file(), 4);
    expect(lost.id).toBe(before.id);
    await putBack();
    const office = await start(file());
    expect(historyOf(office)).not.toBe(before.id);
    // As far as the lost one was, and beyond it.
    const last = await happen(office, 6);
    expect(last).toBeGreaterThan(lost.last);
    expect(await sentAfter(office, `since=${lost.last}&history=${lost.id}`)).toEqual([]);
    const own = `since=${lost.last}&history=${historyOf(office)}`;
    expect(await sentAfter(office, own)).toHaveLength(last - lost.last);
    await rm(at('kept'), { recursive: true, force: true });
    await rm(folder(), { recursive: true });
  });

  it('is another one where the same backup is restored twice, and in another file', async () => {
    await mkdir(folder());
    const { id } = await live(file(), 3);
    await backUpDatabase(file(), at('kept'));
    const ids = [id];
    for (const place of [file(), file(), at('elsewhere.sqlite')]) {
      await restoreDatabase(at('kept'), place);
      ids.push((await live(place, 1)).id);
    }
    expect(new Set(ids).size).toBe(ids.length);
    await rm(folder(), { recursive: true });
  });

  it.each(['since=1&history=', 'since=1&history=other', 'since=99999', 'history=other', 'since=x'])(
    '?%s gets a plain hello',
    async (query) => {
      const office = await start(':memory:');
      await happen(office, 3);
      expect(await sentAfter(office, query)).toEqual([]);
      expect(await sentAfter(office, `since=1&history=${historyOf(office)}`)).toEqual([2, 3]);
    },
  );

  it('is named by every hello', async () => {
    const office = await startRealOffice();
    running.push(office);
    const socket = await office.client.connect();
    socket.send({ type: 'resync' });
    await socket.waitForAny((event) => event.type === 'hello' && event !== socket.events[0]);
    const ids = socket.ofType('hello').map(({ historyId }) => historyId);
    expect(ids).toEqual([historyOf(office), historyOf(office)]);
  });
});

const server = testDatabases.find(({ url }) => url !== 'sqlite');
const describeOnServer = server === undefined ? describe.skip : describe;

describeOnServer('the history of a database on a server', () => {
  const url = server?.url ?? '';
  const made: CreatedDatabase[] = [];
  afterEach(async () => {
    for (const office of running.splice(0)) await office.close();
    for (const database of made.splice(0)) await database.drop();
  });
  const create = async (template?: string): Promise<CreatedDatabase> => {
    const database = await createDatabase(url, template);
    made.push(database);
    return database;
  };

  const run = (program: string, args: readonly string[], input?: Buffer): Buffer => {
    const { status, stdout, stderr } = spawnSync(program, args, { input });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr.toString()}`);
    return stdout;
  };
  const dumped = ({ url: of }: CreatedDatabase, ...how: string[]): Buffer =>
    run('pg_dump', [...how, of]);
  const psql = (into: string, script: Buffer): Buffer =>
    run('psql', ['--quiet', '--set=ON_ERROR_STOP=1', '--single-transaction', into], script);
  const restored = (into: string, dump: Buffer, ...how: string[]): Buffer =>
    run('pg_restore', [...how, '--exit-on-error', `--dbname=${into}`], dump);

  /** Keeps the database as it is now, and answers how to put that back and where it is then. */
  const dumps: readonly [string, (kept: CreatedDatabase) => () => Promise<string>][] = [
    [
      'in its place, by psql',
      (kept) => {
        const script = dumped(kept, '--clean', '--if-exists');
        return async () => {
          psql(kept.url, script);
          return kept.url;
        };
      },
    ],
    [
      'in its place, by pg_restore',
      (kept) => {
        const dump = dumped(kept, '--format=custom');
        return async () => {
          restored(kept.url, dump, '--clean', '--if-exists', '--single-transaction');
          return kept.url;
        };
      },
    ],
    [
      'in a database made anew under its name',
      (kept) => {
        const dump = dumped(kept, '--format=custom');
        return async () => {
          await kept.empty();
          restored(kept.url, dump);
          return kept.url;
        };
      },
    ],
    [
      'in another database',
      (kept) => {
        const script = dumped(kept, '--no-owner');
        return async () => {
          const other = await create();
          psql(other.url, script);
          return other.url;
        };
      },
    ],
  ];
  const hasDump = spawnSync('pg_dump', ['--version']).status === 0;

  (hasDump ? it : it.skip).each(dumps)(
    'is another one after a dump was put back %s',
    async (_, keep) => {
      const database = await create();
      const before = await live(database.url, 3);
      const putBack = keep(database);
      const lost = await live(database.url, 4);
      expect(lost.id).toBe(before.id);
      const place = await putBack();
      const office = await start(place);
      const id = historyOf(office);
      expect(id).not.toBe(before.id);
      const last = await happen(office, 6);
      expect(last).toBeGreaterThan(lost.last);
      expect(await sentAfter(office, `since=${lost.last}&history=${lost.id}`)).toEqual([]);
      expect(await sentAfter(office, `since=${last - 1}&history=${id}`)).toEqual([last]);
      await stop(office);
      expect((await live(place, 0)).id).toBe(id);
    },
  );

  it('goes on over restarts, and a copy has another', async () => {
    const database = await create();
    const first = await live(database.url, 3);
    const office = await start(database.url);
    expect(historyOf(office)).toBe(first.id);
    const known = `since=${first.last - 1}&history=${first.id}`;
    expect(await sentAfter(office, known)).toEqual([first.last]);
    await stop(office);
    const copy = await create(new URL(database.url).pathname.slice(1));
    const other = await live(copy.url, 5);
    expect(other.id).not.toBe(first.id);
    expect((await live(copy.url, 0)).id).toBe(other.id);
    expect((await live(database.url, 0)).id).toBe(first.id);
  });
});
