import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { processTexts } from '../../protocol/texts/process.js';
import { within } from '../process/within.js';
import { isStoreFailure, storeFailureReason } from './store-failure.js';

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
