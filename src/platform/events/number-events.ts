import type { EntityManager } from 'typeorm';
import { places, sendByRows, Statement, statementsByRows } from '../database/statement.js';
import type { PersistedEventType } from '../../protocol/events.js';
import { type CommittedEvent, committed, type EventDraft, type EventDraftOf } from './drafts.js';
import { runIdOf } from '../../protocol/rules/run-id-of.js';
import { isInternal } from './internal-events.js';
import { serialize } from './serialize.js';

const takeNumbers = new Statement(
  'UPDATE event_counter SET last = last + ? WHERE id = 1 RETURNING last',
);

const readLast = new Statement('SELECT last FROM event_counter WHERE id = 1');

const insertRows = statementsByRows(
  (rows) => `INSERT INTO events (seq, run_id, type, payload_json, at) VALUES ${places(rows, 5)}`,
);

/**
 * Numbers the drafts and stores them; on PostgreSQL the rows are sent without waiting, together
 * with the commit. The counter row stays locked until the transaction ends, so numbers follow the
 * order of commits without gaps or repeats.
 */
export async function numberAndStore(
  manager: EntityManager,
  drafts: readonly EventDraft[],
  at: number,
): Promise<readonly CommittedEvent[]> {
  if (drafts.length === 0) return [];
  const [counter] = await takeNumbers.run(manager, [drafts.length]);
  const first = Number(counter?.last) - drafts.length + 1;
  const events = drafts.map((draft, index) => committed(draft, at, first + index));
  const rows = events.map((event, index) => {
    const runId = runOf(drafts[index] as EventDraft);
    return [first + index, runId, event.type, serialize(event), at];
  });
  await sendByRows(manager, insertRows, rows);
  return events;
}

function runOf(draft: EventDraft): string | null {
  return isInternal(draft.type) ? null : runIdOf(draft as EventDraftOf<PersistedEventType>);
}

/** The last number as the transaction sees it; 0 before the first event. */
export async function lastNumber(manager: EntityManager): Promise<number> {
  const [counter] = await readLast.run(manager, []);
  return Number(counter?.last ?? 0);
}
