import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { DatabaseConfig } from '../config/office-config.js';
import { migrations } from './migrations/migrations.js';

export type EntityClasses = NonNullable<DataSourceOptions['entities']>;

/**
 * Time after which PostgreSQL ends an idle transaction, ms: its process is frozen, and its locks
 * (such as that on the event counter) block all others.
 */
const abandonedAfterMs = 10_000;

/**
 * Silent loss of a connection is detected by TCP probes when idle, and by these timeouts when
 * connecting or waiting for an answer, ms.
 */
const probedAfterMs = 5000;
const connectsInMs = 30_000;
const answersInMs = 60_000;

/** For `dataSourceOptions`: no statement timeout, as migrations need. */
export const noTimeLimit = 0;

/**
 * A connection whose loss is reported by the next statement only; between pool and user it has no
 * listener for an error event.
 */
class QuietClient extends pg.Client {
  constructor(options: pg.ClientConfig) {
    super(options);
    this.on('error', () => undefined);
  }
}

/** Connections per process to a PostgreSQL server. */
export const postgresConnections = 10;

/** Server and database without user and password. */
export function serverName(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/**
 * Options for the database that `OFFICE_DB` names. Initialising it runs the migrations.
 * @param answerMs time after which a statement has failed and its connection is given up
 */
export function dataSourceOptions(
  database: DatabaseConfig,
  entities: EntityClasses,
  answerMs = answersInMs,
): DataSourceOptions {
  const shared = {
    entities,
    migrations,
    migrationsRun: true,
    migrationsTransactionMode: 'all',
  } as const;
  if (database.kind === 'postgres') {
    const extra = {
      Client: QuietClient,
      // A transaction sends statements without waiting for earlier answers.
      pipeline: true,
      idle_in_transaction_session_timeout: abandonedAfterMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: probedAfterMs,
      connectionTimeoutMillis: connectsInMs,
      query_timeout: answerMs,
    };
    return { ...shared, type: 'postgres', url: database.url, poolSize: postgresConnections, extra };
  }
  const file = database.kind === 'sqlite' ? database.path : ':memory:';
  return {
    ...shared,
    type: 'better-sqlite3',
    database: file,
    enableWAL: true,
    statementCacheSize: 500,
    prepareDatabase: tune,
  };
}

interface Pragmas {
  pragma(statement: string): unknown;
}

/**
 * `synchronous=NORMAL`: with the write-ahead log a commit survives the death of the process, and
 * the file stays consistent after a power failure. The log is checkpointed at 32 MB instead of 4: a
 * page changed by many commits is then written back once instead of eight times.
 */
function tune(connection: Pragmas): void {
  connection.pragma('synchronous = NORMAL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('wal_autocheckpoint = 8000');
}
