import { Statement } from '#platform/database/statement.js';
import type { Tx } from '#platform/database/tx.js';
import { databaseNow } from '#platform/database/statement.js';
import { TurnSlotsRepository } from '#runs/queue/turn-slots.repository.js';

const alive = `owner IN (SELECT owner FROM lease_holders WHERE expires_at >= ${databaseNow('better-sqlite3')})`;

const insert = new Statement(
  'INSERT INTO turn_slots (id, workspace_id, owner, asked_at, held) VALUES (?, ?, ?, ' +
    '(SELECT COALESCE(MAX(asked_at), 0) + 1 FROM turn_slots), 0) ON CONFLICT (id) DO NOTHING',
);

/** Without parameters, because SQLite would compile it anew for each value of its limit. */
const grant = (floor: string, limit: number): Statement =>
  new Statement(
    'UPDATE turn_slots SET held = 1 WHERE id IN (' +
      `SELECT id FROM turn_slots WHERE workspace_id = '${floor}' AND held = 0 AND ${alive} ` +
      `ORDER BY asked_at, id LIMIT MAX(0, ${limit} - (SELECT COUNT(*) FROM turn_slots ` +
      `WHERE workspace_id = '${floor}' AND held = 1 AND ${alive}))) RETURNING id`,
  );

/** The statements of PostgreSQL in the words of SQLite, whose transactions lock every floor. */
export class SimulatedTurnSlotRows extends TurnSlotsRepository {
  override async lock(): Promise<void> {}

  override async ask({ manager }: Tx, id: string, floor: string, owner: string): Promise<void> {
    await insert.send(manager, [id, floor, owner]);
  }

  override async grant({ manager }: Tx, floor: string, limit: number): Promise<readonly string[]> {
    const rows = await grant(floor, limit).run(manager, []);
    return rows.map(({ id }) => String(id));
  }
}
