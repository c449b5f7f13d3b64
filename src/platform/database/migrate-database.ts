import { dirname } from 'node:path';
import { DataSource, type DataSourceOptions, type Migration } from 'typeorm';
import type { DatabaseConfig } from '../config/office-config.js';
import { makeDirectory } from '../paths/make-directory.js';
import { connectToServer, type ServerConnection } from './connect-to-server.js';
import { dataSourceOptions, noTimeLimit, serverName } from './data-source.js';
import { InstanceLock } from './instance-lock.js';
import { refuseNewerFile } from './known-migrations.js';
import { migrateInTurn } from './open-database.js';

/** How to wait for an unreachable server. */
type ConnectOptions = Pick<ServerConnection, 'timeoutMs' | 'onOutOfReach'>;

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
      : await migrateServer(database.url, options, connect);
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

async function migrateServer(
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
