import { databaseNow } from '#platform/database/statement.js';
import type { DatabaseConfig } from '#platform/config/office-config.js';
import { withRaw } from '../../crash/support/raw-database.js';

/** A row of `run_leases`. */
export interface FoundLease {
  readonly run: string;
  readonly owner: string | null;
  readonly fence: string | number;
}

/** What the database says of a fleet at one moment. */
export interface FleetMoment {
  /** Runs that have not come to their end. */
  readonly open: readonly string[];
  readonly ended: number;
  /** Questions that nobody has answered. */
  readonly asked: readonly string[];
  /**
   * By the owner of leases who is alive, how many of its runs never asked a person: one that did may
   * take no place.
   */
  readonly held: ReadonlyMap<string, number>;
  readonly leases: readonly FoundLease[];
}

const heldByOwner =
  'SELECT owner, COUNT(*) AS count FROM run_leases WHERE run_id NOT IN (SELECT run_id FROM approvals) ' +
  `AND owner IN (SELECT owner FROM lease_holders WHERE expires_at >= ${databaseNow('postgres')}) ` +
  'GROUP BY owner';

export function fleetMoment(database: DatabaseConfig): Promise<FleetMoment> {
  return withRaw(database, async (raw) => {
    const idsOf = async (sql: string): Promise<readonly string[]> =>
      (await raw.all<{ id: string }>(sql)).map(({ id }) => id);
    const held = await raw.all<{ owner: string; count: string }>(heldByOwner);
    const [ended] = await raw.all<{ count: string }>(
      'SELECT COUNT(*) AS count FROM runs WHERE ended_at IS NOT NULL',
    );
    const leases = await raw.all<{ run: string; owner: string | null; fence: string }>(
      'SELECT run_id AS run, owner, fence FROM run_leases',
    );
    return {
      leases,
      open: await idsOf('SELECT id FROM runs WHERE ended_at IS NULL'),
      ended: Number(ended?.count),
      asked: await idsOf("SELECT id FROM approvals WHERE status = 'pending'"),
      held: new Map(held.map(({ owner, count }) => [owner, Number(count)])),
    };
  });
}

/** The lease of the run of a brief; null: it is not there. */
export function leaseOf(database: DatabaseConfig, brief: string): Promise<FoundLease | null> {
  const sql =
    'SELECT run.id AS run, lease.owner AS owner, lease.fence AS fence FROM run_leases lease ' +
    "JOIN runs run ON run.id = lease.run_id WHERE CAST(run.record_json AS json) ->> 'brief' = ?";
  return withRaw(database, async (raw) => {
    const [found] = await raw.all<FoundLease & Record<string, unknown>>(sql, brief);
    return found ?? null;
  });
}
