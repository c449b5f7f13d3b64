import { dirname } from 'node:path';
import { DataSource, type DataSourceOptions, type Migration } from 'typeorm';
import { healthTexts, processTexts } from '../../protocol/texts/process.js';
import type { DatabaseConfig } from '../config/office-config.js';
import type { ScopedLogger } from '../logging/office-logger.js';
import { makeDirectory } from '../paths/make-directory.js';
import type { Readiness } from '../process/readiness.js';
import {
  connectToServer,
  dataSourceOptions,
  type EntityClasses,
  noTimeLimit,
  type ConnectionAttempt,
  serverName,
} from './data-source.js';
import { DatabaseInUseError, InstanceLock } from './instance-lock.js';
import { refuseNewerFile, refuseNewerServer, UnknownMigrationsError } from './known-migrations.js';
import type { DatabaseHold, OpenedDatabase } from './opened-database.js';
import { ServerShare } from './server-share.js';
import { storeFailureReason } from './store-failure.js';

/** Inputs for opening a database. */
interface Opening {
  readonly database: DatabaseConfig;
  /** True if other processes may use a server's database as well. */
  readonly shared: boolean;
  /** How long a server may be unreachable, ms. */
  readonly connectTimeoutMs: number;
  readonly entities: EntityClasses;
  readonly log: ScopedLogger;
  /** Receives each stage of the opening. */
  readonly readiness: Readiness;
}

/**
 * Opens and migrates the database that `OFFICE_DB` names. A file that cannot be opened is replaced
 * by memory, with a warning; a server never is. Fails if another process of the service holds the
 * file, if another uses a server's database and not both allow sharing, or if the database has
 * migrations unknown to this build; it is then left unchanged.
 */
export async function openDatabase(opening: Opening): Promise<OpenedDatabase> {
  const { database, entities } = opening;
  opening.readiness.boots(healthTexts.storeOpening);
  switch (database.kind) {
    case 'postgres':
      return openServer(database.url, opening);
    case 'memory':
      return openMemory('OFFICE_DB is :memory:', entities);
    case 'sqlite':
      return openFileOrMemory(database.path, opening);
  }
}

async function openFileOrMemory(path: string, { entities, log }: Opening): Promise<OpenedDatabase> {
  try {
    return await openFile(path, entities);
  } catch (thrown) {
    if (isFinal(thrown)) throw thrown;
    const reason = storeFailureReason(thrown);
    log.warn(processTexts.withoutPersistence(reason));
    return { ...(await openMemory(reason, entities)), replaced: true };
  }
}

/** Memory must not hide an intact file that another process holds or a newer version needs. */
function isFinal(thrown: unknown): boolean {
  return thrown instanceof DatabaseInUseError || thrown instanceof UnknownMigrationsError;
}

async function openMemory(reason: string, entities: EntityClasses): Promise<OpenedDatabase> {
  const dataSource = await initialise({ kind: 'memory' }, entities);
  return { dataSource, store: `memory (${reason})`, replaced: false, lock: null };
}

/**
 * How long the driver itself waits for a lock, ms. This blocks the event loop, so longer waits are
 * left to `Transactions`.
 */
const driverBusyTimeoutMs = 5;

async function openFile(path: string, entities: EntityClasses): Promise<OpenedDatabase> {
  await makeDirectory(dirname(path));
  const lock = InstanceLock.take(path);
  try {
    refuseNewerFile(path);
    const dataSource = await initialise({ kind: 'sqlite', path }, entities);
    await proveWritable(dataSource);
    await dataSource.query(`PRAGMA busy_timeout = ${driverBusyTimeoutMs}`);
    return { dataSource, store: `sqlite (${path})`, replaced: false, lock };
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
}

/** Id of the advisory lock for migrations; any unused number will do. */
const migrationLock = 7_306_214;

async function openServer(url: string, opening: Opening): Promise<OpenedDatabase> {
  const { connectTimeoutMs: timeoutMs, shared, entities, log, readiness } = opening;
  const server = serverName(url);
  const options = {
    ...dataSourceOptions({ kind: 'postgres', url }, entities),
    migrationsRun: false,
  };
  const onOutOfReach = (warning: string): void => {
    log.warn(warning);
    readiness.boots(healthTexts.storeUnreachable);
  };
  const dataSource = await connectToServer({ options, server, timeoutMs, onOutOfReach });
  let lock: DatabaseHold | undefined;
  try {
    await refuseNewerServer(dataSource, server);
    lock = await ServerShare.take({ url, server, shared, log });
    readiness.boots(healthTexts.migrating);
    await migrateServer(url, server);
    return { dataSource, store: `postgres (${server})`, replaced: false, lock };
  } catch (thrown) {
    await dataSource.destroy();
    await lock?.release();
    throw thrown;
  }
}

/** Uses its own connection, because migrations have no time limit. */
async function migrateServer(url: string, server: string): Promise<void> {
  const options = {
    ...dataSourceOptions({ kind: 'postgres', url }, [], noTimeLimit),
    migrationsRun: false,
  };
  const dataSource = await new DataSource(options).initialize();
  try {
    await migrateInTurn(dataSource, server);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Processes that start together migrate one after another; later ones find nothing to do, or a
 * newer version's migrations.
 * @returns the names of the applied migrations
 * @throws UnknownMigrationsError
 */
async function migrateInTurn(
  dataSource: DataSource,
  server: string,
): Promise<readonly Migration[]> {
  const runner = dataSource.createQueryRunner();
  await runner.query('SELECT pg_advisory_lock($1)', [migrationLock]);
  try {
    await refuseNewerServer(dataSource, server);
    return await dataSource.runMigrations({ transaction: 'all' });
  } finally {
    await runner.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
    await runner.release();
  }
}

async function initialise(database: DatabaseConfig, entities: EntityClasses): Promise<DataSource> {
  return new DataSource(dataSourceOptions(database, entities)).initialize();
}

/** A file that opens but cannot be written would lose the first run, so a write is tried now. */
async function proveWritable(dataSource: DataSource): Promise<void> {
  await dataSource.query('BEGIN IMMEDIATE');
  await dataSource.query('UPDATE event_counter SET last = last WHERE id = 1');
  await dataSource.query('ROLLBACK');
}

/** How to wait for an unreachable server. */
type ConnectOptions = Pick<ConnectionAttempt, 'timeoutMs' | 'onOutOfReach'>;

/**
 * Applies missing migrations; creates a missing SQLite file. Never falls back to memory; waits for
 * a server as at boot.
 * @returns the names of the applied migrations, oldest first
 */
export async function migrateDatabase(
  database: Exclude<DatabaseConfig, { kind: 'memory' }>,
  connect: ConnectOptions,
): Promise<readonly string[]> {
  const options = { ...dataSourceOptions(database, [], noTimeLimit), migrationsRun: false };
  const applied =
    database.kind === 'sqlite'
      ? await migrateFile(database.path, options)
      : await connectAndMigrate(database.url, options, connect);
  return applied.map(({ name }) => name);
}

async function migrateFile(
  path: string,
  options: DataSourceOptions,
): Promise<readonly Migration[]> {
  await makeDirectory(dirname(path));
  const lock = InstanceLock.take(path);
  try {
    refuseNewerFile(path);
    const dataSource = await new DataSource(options).initialize();
    return await thenClose(dataSource, () => dataSource.runMigrations({ transaction: 'all' }));
  } finally {
    lock.release();
  }
}

async function connectAndMigrate(
  url: string,
  options: DataSourceOptions,
  connect: ConnectOptions,
): Promise<readonly Migration[]> {
  const server = serverName(url);
  const dataSource = await connectToServer({ options, server, ...connect });
  return thenClose(dataSource, () => migrateInTurn(dataSource, server));
}

async function thenClose<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await dataSource.destroy();
  }
}
