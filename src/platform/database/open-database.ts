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
  type ServerConnection,
  serverName,
} from './data-source.js';
import { DatabaseInUseError, InstanceLock } from './instance-lock.js';
import { refuseNewerFile, refuseNewerServer, UnknownMigrationsError } from './known-migrations.js';
import type { DatabaseHold, OpenedDatabase } from './opened-database.js';
import { ServerShare } from './server-share.js';
import { storeFailureReason } from './store-failure.js';

/** What opening a database needs to know. */
interface Opening {
  readonly database: DatabaseConfig;
  /** Whether other processes may use a server's database as well. */
  readonly shared: boolean;
  /** How long a server may be out of reach, ms. */
  readonly connectTimeoutMs: number;
  readonly entities: EntityClasses;
  readonly log: ScopedLogger;
  /** Called with each stage of the opening. */
  readonly readiness: Readiness;
}

/**
 * Opens and migrates the database that `OFFICE_DB` names. A file that cannot be opened is replaced
 * by memory, with a warning; a server never is. A file that another process of this service holds is
 * an error, since two offices on one file would each believe they are alone; so is a server's database
 * that another uses, unless both allow it. A database with migrations that this build does not know is
 * an error on both, and left as it is.
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

/** Memory would hide a file that is sound: another process has it, or a newer version needs it. */
function isFinal(thrown: unknown): boolean {
  return thrown instanceof DatabaseInUseError || thrown instanceof UnknownMigrationsError;
}

async function openMemory(reason: string, entities: EntityClasses): Promise<OpenedDatabase> {
  const dataSource = await initialise({ kind: 'memory' }, entities);
  return { dataSource, store: `memory (${reason})`, replaced: false, lock: null };
}

/**
 * How long the driver itself waits for a lock, ms. It blocks the event loop for as long, so what it
 * cannot wait out `Transactions` does.
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

/** Names the lock that migrations hold; any unused number will do. */
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

/** On a connection of its own, since migrations take as long as they need. */
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
 * Processes that start together migrate one after another: the later ones find nothing to do, or the
 * migrations of a newer version.
 * @returns what was applied
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

/** A file that opens but cannot be written would lose the first run; find out now. */
async function proveWritable(dataSource: DataSource): Promise<void> {
  await dataSource.query('BEGIN IMMEDIATE');
  await dataSource.query('UPDATE event_counter SET last = last WHERE id = 1');
  await dataSource.query('ROLLBACK');
}

/** How to wait for a server that is out of reach. */
type ConnectOptions = Pick<ServerConnection, 'timeoutMs' | 'onOutOfReach'>;

/**
 * Applies the migrations that the database lacks; makes a SQLite file that is not there. Nothing
 * stands in for a database that cannot be opened; a server is waited for as at boot.
 * @returns the names of what was applied, oldest first
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
