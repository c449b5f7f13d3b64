import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { processTexts } from '../../protocol/texts/process.js';
import { within } from '../process/within.js';
import { isStoreFailure, storeFailureReason } from './store-failure.js';

/**
 * Time after which a server that accepts connections but does not answer counts as unreachable, ms.
 */
const answerMs = 5000;
const pauseMs = 500;

export interface ServerConnection {
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
