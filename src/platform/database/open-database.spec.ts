import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { describeOnPostgres } from '#test/runs/support/describe-on-postgres.js';
import { freePort } from '#test/support/free-port.js';
import { emptyDatabase } from '#test/support/temporary-database.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { entities } from '../../entities.js';
import { processTexts } from '../../protocol/texts/process.js';
import { SystemClock } from '../clock.js';
import type { DatabaseConfig } from '../config/office-config.js';
import { EventCounterEntity } from '../events/event.entity.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { Readiness } from '../process/readiness.js';
import { DatabaseInUseError } from './instance-lock.js';
import { openDatabase } from './open-database.js';
import type { OpenedDatabase } from './opened-database.js';

const opened: OpenedDatabase[] = [];
let lines: string[];

beforeEach(() => {
  lines = [];
});
afterEach(async () => {
  for (const { dataSource, lock } of opened.splice(0)) {
    await dataSource.destroy();
    await lock?.release();
  }
});

async function open(database: DatabaseConfig, shared = false): Promise<OpenedDatabase> {
  const write = (line: string): void => void lines.push(line);
  const sinks = { out: write, err: write };
  const logger = new OfficeLogger({ clock: new SystemClock(), level: 'info', sinks });
  const result = await openDatabase({
    database,
    shared,
    connectTimeoutMs: 1000,
    entities,
    log: logger.scope('store'),
    readiness: new Readiness(),
  });
  opened.push(result);
  return result;
}

const firstNumber = async ({ dataSource }: OpenedDatabase): Promise<number> =>
  (await dataSource.manager.findOneByOrFail(EventCounterEntity, { id: 1 })).last;

describe('opening a file', () => {
  const path = temporaryDirectory();

  it('makes its directory, migrates it and says where it is', async () => {
    const file = path('new', 'deeper', 'office.sqlite');
    const database = await open({ kind: 'sqlite', path: file });
    expect(database.store).toBe(`sqlite (${file})`);
    expect(await firstNumber(database)).toBe(0);
    expect(lines).toEqual([]);
  });

  it('finds again what was stored', async () => {
    const config = { kind: 'sqlite', path: path('again.sqlite') } as const;
    const first = await open(config);
    await first.dataSource.query('UPDATE event_counter SET last = 7');
    await first.dataSource.destroy();
    await first.lock?.release();
    opened.length = 0;
    expect(await firstNumber(await open(config))).toBe(7);
  });

  it('is refused while another process has it open, rather than replaced', async () => {
    const config = { kind: 'sqlite', path: path('held.sqlite') } as const;
    await open(config);
    await expect(open(config)).rejects.toThrow(DatabaseInUseError);
    expect(lines).toEqual([]);
  });

  it.each([
    ['is no database', ['broken.sqlite']],
    ['has a file where its directory should be', ['broken.sqlite', 'office.sqlite']],
  ])('goes on in memory, with a warning, when it %s', async (_, names) => {
    await writeFile(path('broken.sqlite'), 'not a database'.repeat(100));
    const database = await open({ kind: 'sqlite', path: path(...names) });
    expect(database.store).toMatch(/^memory \(.+\)$/);
    expect(database.lock).toBeNull();
    expect(database.replaced).toBe(true);
    expect(await firstNumber(database)).toBe(0);
    expect(lines.join('\n')).toMatch(
      /WARN \[store\] running without persistence \(.+\); history will be lost on exit/,
    );
  });
});

describe('opening memory', () => {
  it('is a choice and needs no warning', async () => {
    const database = await open({ kind: 'memory' });
    expect(database.store).toBe('memory (OFFICE_DB is :memory:)');
    expect(database.replaced).toBe(false);
    expect(await firstNumber(database)).toBe(0);
    expect(lines).toEqual([]);
  });
});

describeOnPostgres('opening a server', (url) => {
  const database = emptyDatabase(url, () => '');

  it('migrates it, and never tells the password', async () => {
    const config = database();
    if (config.kind !== 'postgres') throw new Error('not a server');
    const secret = new URL(config.url);
    secret.password = 'hunter2';
    const server = await open({ kind: 'postgres', url: secret.href });
    expect(server.store).toBe(`postgres (${secret.host}${secret.pathname})`);
    expect(await firstNumber(server)).toBe(0);
  });
});

describe('opening a server that is not there', () => {
  it('is given up, and never replaced by memory', async () => {
    const port = await freePort();
    const url = `postgres://me:hunter2@127.0.0.1:${port}/office`;
    const failure = processTexts.serverGivenUp(
      `127.0.0.1:${port}/office`,
      `connect ECONNREFUSED 127.0.0.1:${port}`,
      1000,
    );
    await expect(open({ kind: 'postgres', url })).rejects.toThrow(failure);
    expect(lines.join()).not.toContain('hunter2');
  });
});

describeOnPostgres('opening an empty server', (url) => {
  const database = emptyDatabase(url, () => '');

  it('is for any number of processes of a fleet at once: one of them migrates it', async () => {
    const servers = await Promise.all([1, 2, 3].map(() => open(database(), true)));
    for (const { store } of servers) expect(store).toMatch(/^postgres /);
    expect(lines).toEqual([]);
  });
});
