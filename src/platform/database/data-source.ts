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

/**
 * Time after which a server that accepts connections but does not answer counts as unreachable, ms.
 */
const answerMs = 5000;
const pauseMs = 500;

export interface ConnectionAttempt {
  readonly options: DataSourceOptions;
  /** Host and database without user and password, safe to show. */
  readonly server: string;
  /** How long the server may be unreachable, ms. */
  readonly timeoutMs: number;
  /** Called once, with the reason, if the server is unreachable and is tried again. */
  readonly onOutOfReach: (warning: string) => void;
}

/**
 * Connects to a PostgreSQL server that may still be starting; retries until the time is up. Throws
 * a message for the operator, at once if the server refuses. Not `p-retry`, which counts attempts:
 * here the total time is limited.
 */
export async function connectToServer(connection: ConnectionAttempt): Promise<DataSource> {
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

/** The server accepted the connection but did not answer in time. */
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
  // A late connection is closed unused.
  connecting.then((late) => late.destroy()).catch(() => undefined);
  throw new ServerSilentError();
}
