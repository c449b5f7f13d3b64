import Database from 'better-sqlite3';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';

/** What the thread is to renew, and where. */
export type LeaseKeeperOrders = { readonly owner: string; readonly ttlMs: number } & (
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }
);

type Renew = (owner: string, expiresAt: number) => Promise<unknown>;

/** `LeaseHoldersRepository.renew`, for drivers without a mapper. */
const renewal = (first: string, second: string): string =>
  `INSERT INTO lease_holders (owner, expires_at) VALUES (${first}, ${second}) ` +
  'ON CONFLICT (owner) DO UPDATE SET expires_at = excluded.expires_at';

function sqliteRenewal(path: string, patienceMs: number): Renew {
  const connection = new Database(path, { timeout: patienceMs });
  connection.pragma('synchronous = NORMAL');
  const statement = connection.prepare(renewal('?', '?'));
  return async (owner, expiresAt) => statement.run(owner, expiresAt);
}

/** A database that does not answer is given up in time for the next try, on a new connection. */
function postgresRenewal(url: string, patienceMs: number): Renew {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  });
  pool.on('error', report);
  return (owner, expiresAt) => pool.query(renewal('$1', '$2'), [owner, expiresAt]);
}

function report(thrown: unknown): void {
  parentPort?.postMessage(thrown instanceof Error ? thrown.message : String(thrown));
}

/** Renews three times in the life of a lease, and goes on after a failure. */
async function keep(orders: LeaseKeeperOrders): Promise<never> {
  const paceMs = Math.ceil(orders.ttlMs / 3);
  const renew =
    orders.kind === 'sqlite'
      ? sqliteRenewal(orders.path, paceMs)
      : postgresRenewal(orders.url, paceMs);
  for (;;) {
    await pause(paceMs);
    await renew(orders.owner, Date.now() + orders.ttlMs).catch(report);
  }
}

await keep(workerData as LeaseKeeperOrders);
