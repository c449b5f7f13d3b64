import { databaseNow } from '#platform/database/statement.js';
import type { DatabaseConfig } from '#platform/config/office-config.js';
import { withRaw } from '../../crash/support/raw-database.js';

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
    return {
      open: await idsOf('SELECT id FROM runs WHERE ended_at IS NULL'),
      ended: Number(ended?.count),
      asked: await idsOf("SELECT id FROM approvals WHERE status = 'pending'"),
      held: new Map(held.map(({ owner, count }) => [owner, Number(count)])),
    };
  });
}
