import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { DatabaseConfig } from '../config/office-config.js';
import { migrations } from './migrations/migrations.js';

export type EntityClasses = NonNullable<DataSourceOptions['entities']>;

/**
 * PostgreSQL ends a transaction that is idle for so long, ms: its process is frozen, and the rows
 * it has locked (the event counter is one) block all other transactions.
 */
const abandonedAfterMs = 10_000;

/**
 * A connection that dies without a word is found out: an idle one by probes of the network, one that
 * is being made and a statement that is not answered by these times, ms.
 */
const probedAfterMs = 5000;
const connectsInMs = 30_000;
const answersInMs = 60_000;

/** For `dataSourceOptions`: statements may take as long as they need, as migrations do. */
export const noTimeLimit = 0;

/**
 * A connection whose end is reported by the statement that needed it, and not again by an event,
 * which has no listener while it passes from the pool to its user.
 */
class QuietClient extends pg.Client {
  constructor(options: pg.ClientConfig) {
    super(options);
    this.on('error', () => undefined);
  }
}

/** Connections that one process opens to a PostgreSQL server. */
export const postgresConnections = 10;

/** A PostgreSQL server and its database, without user and password. */
export function serverName(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/**
 * Options for the database that `OFFICE_DB` names. Migrations run when it is initialised.
 * @param answerMs after which a server has not answered a statement, and its connection is given up
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
      // A transaction sends statements without waiting for the answers to those before them.
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
 * Normal sync: with the write-ahead log a commit survives the death of the process, and the file
 * stays whole on a power cut. The log is folded into the file at 32 MB instead of SQLite's 4: a page
 * that many commits touch is then written back once instead of eight times.
 */
function tune(connection: Pragmas): void {
  connection.pragma('synchronous = NORMAL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('wal_autocheckpoint = 8000');
}
