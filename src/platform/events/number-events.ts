import type { EntityManager } from 'typeorm';
import type { ServerEvent } from '../../protocol/events.js';
import { places, Statement, statementsByRows } from '../database/statement.js';
import { type EventDraft, stamp } from './drafts.js';
import { runIdOf } from './run-id-of.js';
import { serialize } from './serialize.js';

/** Rows of one insert statement; SQLite takes 32,766 parameters, five a row. */
const rowsPerInsert = 500;

const takeNumbers = new Statement(
  'UPDATE event_counter SET last = last + ? WHERE id = 1 RETURNING last',
);

const insertRows = statementsByRows(
  (rows) => `INSERT INTO events (seq, run_id, type, payload_json, at) VALUES ${places(rows, 5)}`,
);

/**
 * Gives the drafts their numbers and stores them. The counter row stays locked until the
 * transaction ends, so numbers follow the order of commits without hole or repeat (B5).
 */
export async function numberAndStore(
  manager: EntityManager,
  drafts: readonly EventDraft[],
  at: number,
): Promise<readonly ServerEvent[]> {
  if (drafts.length === 0) return [];
  const [counter] = await takeNumbers.run(manager, [drafts.length]);
  const first = Number(counter?.last) - drafts.length + 1;
  const events = drafts.map((draft, index) => stamp(draft, at, first + index));
  const rows = events.map((event, index) => {
    const runId = runIdOf(drafts[index] as EventDraft);
    return [first + index, runId, event.type, serialize(event), at];
  });
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    const batch = rows.slice(from, from + rowsPerInsert);
    await insertRows(batch.length).run(manager, batch.flat());
  }
  return events;
}
