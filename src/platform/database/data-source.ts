import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { processTexts } from '../../protocol/texts/process.js';
import type { DatabaseConfig } from '../config/office-config.js';
import { within } from '../process/within.js';
import { migrations } from './migrations/migrations.js';
import { isStoreFailure, storeFailureReason } from './store-failure.js';

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

/** A server that accepts a connection and says nothing for so long counts as out of reach, ms. */
const answerMs = 5000;
const pauseMs = 500;

export interface ServerConnection {
  readonly options: DataSourceOptions;
  /** The server as it may be shown: without user and password. */
  readonly server: string;
  /** How long the server may be out of reach, ms. */
  readonly timeoutMs: number;
  /** Called once, with the reason, when the server is out of reach and is tried again. */
  readonly onOutOfReach: (warning: string) => void;
}

/**
 * Connects to a PostgreSQL server, which may still be starting: tries again until the time is up.
 * Throws in words for the operator, at once when the server answers with a refusal. Not `p-retry`,
 * which counts tries: here the time is limited, that of the last try included.
 */
export async function connectToServer(connection: ServerConnection): Promise<DataSource> {
  const { options, server, timeoutMs, onOutOfReach } = connection;
  const startedAt = performance.now();
  for (let isFirst = true; ; isFirst = false) {
    const left = timeoutMs - (performance.now() - startedAt);
    try {
      return await connectOnce(options, Math.min(answerMs, left));
    } catch (thrown) {
      const reason = storeFailureReason(thrown);
      const isLast = performance.now() - startedAt + pauseMs >= timeoutMs;
      if (isLast || !isOutOfReach(thrown)) {
        const text = isOutOfReach(thrown)
          ? processTexts.serverGivenUp(server, reason, timeoutMs)
          : processTexts.serverUnusable(server, reason);
        throw new Error(text, { cause: thrown });
      }
      if (isFirst) onOutOfReach(processTexts.serverUnreachable(server, reason));
      await delay(pauseMs);
    }
  }
}

/** The server accepted the connection and did not answer in time. */
class ServerSilentError extends Error {
  constructor() {
    super(processTexts.serverSilent);
  }
}

function isOutOfReach(thrown: unknown): boolean {
  return thrown instanceof ServerSilentError || isStoreFailure(thrown);
}

async function connectOnce(options: DataSourceOptions, timeoutMs: number): Promise<DataSource> {
  const connecting = new DataSource(options).initialize();
  const connected = await within(timeoutMs, connecting);
  if (connected !== undefined) return connected;
  // An answer that comes too late is of no use any more.
  connecting.then((late) => late.destroy()).catch(() => undefined);
  throw new ServerSilentError();
}
