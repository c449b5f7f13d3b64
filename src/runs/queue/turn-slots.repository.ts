import { Injectable } from '@nestjs/common';
import { databaseNow, Statement } from '../../platform/database/statement.js';
import type { Tx } from '../../platform/database/tx.js';

/** SQL: the replica is alive. Slots of dead replicas are free without being deleted. */
const alive =
  'owner IN (SELECT owner FROM lease_holders WHERE expires_at >= ' + databaseNow('postgres') + ')';

const lockFloor = new Statement('SELECT pg_advisory_xact_lock(hashtextextended(?, 7))');

const insert = new Statement(
  'INSERT INTO turn_slots (id, workspace_id, owner, asked_at, held) VALUES ' +
    '(?, ?, ?, CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS bigint), 0) ' +
    'ON CONFLICT (id) DO NOTHING',
);

const grant = new Statement(
  'UPDATE turn_slots SET held = 1 WHERE id IN (' +
    `SELECT id FROM turn_slots WHERE workspace_id = ? AND held = 0 AND ${alive} ` +
    'ORDER BY asked_at, id LIMIT GREATEST(0, CAST(? AS bigint) - (SELECT COUNT(*) FROM turn_slots ' +
    `WHERE workspace_id = ? AND held = 1 AND ${alive}))) RETURNING id`,
);

const remove = new Statement('DELETE FROM turn_slots WHERE id = ?');

const heldBy = new Statement(
  'SELECT id, workspace_id FROM turn_slots WHERE owner = ? AND held = 1',
);

/**
 * Slots of turns in a fleet, on PostgreSQL. A slot belongs to its replica's row among the holders
 * of leases and ends with it. First come, first served.
 */
@Injectable()
export class TurnSlotsRepository {
  /** Called before the other methods. Locks the floor until the transaction ends. */
  async lock({ manager }: Tx, workspaceId: string): Promise<void> {
    await lockFloor.run(manager, [`turn-slots ${workspaceId}`]);
  }

  /** Requests a slot, once per id. */
  async ask({ manager }: Tx, id: string, workspaceId: string, owner: string): Promise<void> {
    await insert.send(manager, [id, workspaceId, owner]);
  }

  /** Releases a slot or withdraws a request. */
  async remove({ manager }: Tx, id: string): Promise<void> {
    await remove.send(manager, [id]);
  }

  /**
   * Grants free slots to waiting turns; returns their ids.
   * @param limit turns that may be at work on the floor
   */
  async grant({ manager }: Tx, workspaceId: string, limit: number): Promise<readonly string[]> {
    const rows = await grant.run(manager, [workspaceId, limit, workspaceId]);
    return rows.map(({ id }) => String(id));
  }

  /** All slots that the replica holds. */
  async heldBy(
    { manager }: Tx,
    owner: string,
  ): Promise<readonly { readonly id: string; readonly workspaceId: string }[]> {
    const rows = await heldBy.run(manager, [owner]);
    return rows.map(({ id, workspace_id }) => ({
      id: String(id),
      workspaceId: String(workspace_id),
    }));
  }
}
