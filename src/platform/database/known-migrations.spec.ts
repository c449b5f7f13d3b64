import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DataSource } from 'typeorm';
import { emptyDatabase } from '#test/support/temporary-database.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { testDatabases } from '#test/support/test-databases.js';
import { entities } from '../../entities.js';
import { SystemClock } from '../clock.js';
import type { DatabaseConfig } from '../config/office-config.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { Readiness } from '../process/readiness.js';
import { restoreDatabase } from './backup-database.js';
import { dataSourceOptions } from './data-source.js';
import { migrateDatabase, openDatabase } from './open-database.js';

const silent = (): void => undefined;
const logger = new OfficeLogger({
  clock: new SystemClock(),
  level: 'error',
  sinks: { out: silent, err: silent },
});
const waiting = { timeoutMs: 1000, onOutOfReach: silent };

function open(database: DatabaseConfig, shared: boolean): Promise<unknown> {
  return openDatabase({
    database,
    shared,
    connectTimeoutMs: 1000,
    entities,
    log: logger.scope('store'),
    readiness: new Readiness(),
  });
}

async function query<T = unknown>(database: DatabaseConfig, sql: string): Promise<T> {
  const options = { ...dataSourceOptions(database, []), migrationsRun: false };
  const dataSource = await new DataSource(options).initialize();
  try {
    return await dataSource.query<T>(sql);
  } finally {
    await dataSource.destroy();
  }
}

/** Changes to a database's migrations, and the resulting message. */
const cases = [
  {
    what: 'one more migration',
    sql: `INSERT INTO migrations (timestamp, name) VALUES (1990000000000, 'Later1990000000000')`,
    said: 'has 1 migration(s) that this build does not know: Later1990000000000.',
  },
  {
    what: 'an older one beside it, as a branch would add',
    sql: `INSERT INTO migrations (timestamp, name) VALUES (1, 'Branch1')`,
    said: 'has 2 migration(s) that this build does not know: Later1990000000000, Branch1.',
  },
  {
    what: 'one that lacks, too',
    sql: `DELETE FROM migrations WHERE name = 'ReplicaGroups1790000041000'`,
    said: 'has 2 migration(s) that this build does not know: Later1990000000000, Branch1.',
  },
  {
    what: 'the table of another program',
    sql: 'ALTER TABLE migrations RENAME COLUMN name TO migration',
    said: 'that this build does not know: ?, ?, ',
  },
] as const;

describe.each(testDatabases)('a database of a newer version on $name', ({ url }) => {
  const path = temporaryDirectory();
  const database = emptyDatabase(url, () => path('office.sqlite'));
  const migrated = (): Exclude<DatabaseConfig, { kind: 'memory' }> => {
    const config = database();
    if (config.kind === 'memory') throw new Error('it keeps nothing');
    return config;
  };
  const table = () => query(database(), 'SELECT * FROM migrations ORDER BY id');

  beforeAll(async () => {
    await migrateDatabase(migrated(), waiting);
  });

  it.each(cases)('is refused by start and migrate, unchanged: $what', async ({ sql, said }) => {
    await query(database(), sql);
    const before = await table();
    await expect(open(database(), false)).rejects.toThrow(said);
    await expect(open(database(), true)).rejects.toThrow(said);
    await expect(migrateDatabase(migrated(), waiting)).rejects.toThrow(said);
    expect(await table()).toEqual(before);
  });
});

describe('a file of a newer version', () => {
  const path = temporaryDirectory();

  async function contents(file: string): Promise<Record<string, string>> {
    const folder = dirname(file);
    const names = (await readdir(folder)).filter((name) => !name.endsWith('.lock'));
    const hashes = names.map(async (name) => {
      const bytes = await readFile(path(name));
      return [name, createHash('sha256').update(bytes).digest('hex')] as const;
    });
    return Object.fromEntries(await Promise.all(hashes));
  }

  it('keeps every byte, is not replaced by memory, and is not restored from', async () => {
    const config = { kind: 'sqlite', path: path('office.sqlite') } as const;
    await migrateDatabase(config, waiting);
    await query(config, cases[0].sql);
    await query(config, 'PRAGMA journal_mode = DELETE');
    const before = await contents(config.path);
    await expect(open(config, false)).rejects.toThrow(cases[0].said);
    await expect(migrateDatabase(config, waiting)).rejects.toThrow(cases[0].said);
    await expect(restoreDatabase(config.path, path('other.sqlite'))).rejects.toThrow(cases[0].said);
    expect(await contents(config.path)).toEqual(before);
  });
});
