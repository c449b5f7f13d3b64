import { dirname } from 'node:path';
import { DataSource } from 'typeorm';
import { processTexts } from '../../protocol/texts.js';
import type { ScopedLogger } from '../logging/office-logger.js';
import type { DatabaseConfig } from '../config/office-config.js';
import { dataSourceOptions, type EntityClasses } from './data-source.js';
import { makeDirectory } from '../paths/make-directory.js';
import { DatabaseInUseError, InstanceLock } from './instance-lock.js';
import type { OpenedDatabase } from './opened-database.js';
import { storeFailureReason } from './store-failure.js';

/**
 * Opens and migrates the database that `OFFICE_DB` names. One that cannot be opened is replaced by
 * one in memory, with the interface's warning; one that another process of this service holds is
 * an error, since two offices on one file would each believe they are alone.
 */
export async function openDatabase(
  database: DatabaseConfig,
  entities: EntityClasses,
  log: ScopedLogger,
): Promise<OpenedDatabase> {
  try {
    return await open(database, entities);
  } catch (thrown) {
    if (thrown instanceof DatabaseInUseError) throw thrown;
    const reason = storeFailureReason(thrown);
    log.warn(processTexts.withoutPersistence(reason));
    const dataSource = await initialise({ kind: 'memory' }, entities);
    return { dataSource, store: `memory (${reason})`, lock: null };
  }
}

async function open(database: DatabaseConfig, entities: EntityClasses): Promise<OpenedDatabase> {
  switch (database.kind) {
    case 'postgres': {
      const dataSource = await openServer(database, entities);
      const { host, pathname } = new URL(database.url);
      return { dataSource, store: `postgres (${host}${pathname})`, lock: null };
    }
    case 'memory': {
      const dataSource = await initialise(database, entities);
      return { dataSource, store: 'memory (OFFICE_DB is :memory:)', lock: null };
    }
    case 'sqlite':
      return openFile(database.path, entities);
  }
}

/**
 * How long the driver itself waits for a lock, ms. It blocks the event loop for as long, so what it
 * cannot wait out `Transactions` does.
 */
const driverPatienceMs = 5;

async function openFile(path: string, entities: EntityClasses): Promise<OpenedDatabase> {
  await makeDirectory(dirname(path));
  const lock = InstanceLock.take(path);
  try {
    const dataSource = await initialise({ kind: 'sqlite', path }, entities);
    await proveWritable(dataSource);
    await dataSource.query(`PRAGMA busy_timeout = ${driverPatienceMs}`);
    return { dataSource, store: `sqlite (${path})`, lock };
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
}

/** Names the lock that migrations hold; any number that nobody else uses will do. */
const migrationLock = 7_306_214;

async function openServer(database: DatabaseConfig, entities: EntityClasses): Promise<DataSource> {
  const options = { ...dataSourceOptions(database, entities), migrationsRun: false };
  const dataSource = await new DataSource(options).initialize();
  try {
    await migrateInTurn(dataSource);
    return dataSource;
  } catch (thrown) {
    await dataSource.destroy();
    throw thrown;
  }
}

/** Processes that start together migrate one after another: the later ones find nothing to do. */
async function migrateInTurn(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  await runner.query('SELECT pg_advisory_lock($1)', [migrationLock]);
  await dataSource.runMigrations({ transaction: 'all' });
  await runner.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
  await runner.release();
}

async function initialise(database: DatabaseConfig, entities: EntityClasses): Promise<DataSource> {
  return new DataSource(dataSourceOptions(database, entities)).initialize();
}

/** A file that opens but cannot be written would lose the first run; find out now. */
async function proveWritable(dataSource: DataSource): Promise<void> {
  await dataSource.query('BEGIN IMMEDIATE');
  await dataSource.query('UPDATE event_counter SET last = last WHERE id = 1');
  await dataSource.query('ROLLBACK');
}
