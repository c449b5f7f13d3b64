import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { databaseNow } from '../../platform/database/statement.js';
import { leasePace, LeaseTimes } from './lease-times.js';

/** Input of the thread: leases and database. */
export interface RenewalOrders {
  readonly url: string;
  readonly owner: string;
  readonly ttlMs: number;
  readonly group: string | null;
  /** Memory of `LeaseTimes`. */
  readonly memory: SharedArrayBuffer;
}

/** Messages of the thread. */
export type RenewalNews =
  | { readonly kind: 'ready' }
  | { readonly kind: 'renewed' }
  | { readonly kind: 'failed'; readonly reason: string };

/** `LeaseHoldersRepository.renew` as plain SQL. */
const renewal =
  'INSERT INTO lease_holders (owner, expires_at, replica_group) ' +
  `VALUES ($1, ${databaseNow('postgres')} + CAST($2 AS bigint), $3) ` +
  'ON CONFLICT (owner) DO UPDATE SET expires_at = excluded.expires_at';

function post(news: RenewalNews): void {
  parentPort?.postMessage(news);
}

function postFailure(thrown: unknown): void {
  post({ kind: 'failed', reason: thrown instanceof Error ? thrown.message : String(thrown) });
}

function connect(url: string, timeoutMs: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  pool.on('error', postFailure);
  return pool;
}

/** Renews the leases while the thread lives, and continues after failures. */
async function keep({ url, owner, ttlMs, group, memory }: RenewalOrders): Promise<never> {
  const { renewEveryMs, retryMs, timeoutMs } = leasePace(ttlMs);
  const pool = connect(url, timeoutMs);
  const times = new LeaseTimes(ttlMs, memory);
  for (;;) {
    const sentAt = process.hrtime.bigint();
    try {
      await pool.query(renewal, [owner, ttlMs, group]);
      times.renewed(sentAt);
      post({ kind: 'renewed' });
      await pause(renewEveryMs);
    } catch (thrown) {
      postFailure(thrown);
      await pause(retryMs);
    }
  }
}

post({ kind: 'ready' });
await keep(workerData as RenewalOrders);
