import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { PersistedEventType } from '../../protocol/events.js';
import { runIdOf } from '../../protocol/rules/run-id-of.js';
import { places, sendByRows, Statement, statementsByRows } from '../database/statement.js';
import { committed, type CommittedEvent, type EventDraft, type EventDraftOf } from './drafts.js';
import { EventEntity } from './event.entity.js';
import { internalPrefix, isInternal } from './internal-events.js';
import { serialize } from './serialize.js';

/** Limits of a page. A larger single event forms its own page. */
const mostRows = 500;
const mostBytes = 256 * 1024;

/** A range of the event log after a number. */
export interface EventRange {
  readonly after: number;
  /** Undefined: events of all runs and of none. */
  readonly runId?: string;
  /** Only events that are sent to clients. */
  readonly sentOnly?: boolean;
}

export interface EventPage {
  readonly rows: readonly EventEntity[];
  /** True if nothing more was stored. */
  readonly isLast: boolean;
}

/** The next events of a range, oldest first: at most 500, and at most 256 KiB unless one is larger. */
export async function readEventPage(manager: EntityManager, range: EventRange): Promise<EventPage> {
  const sizes = await eventSizes(manager, range, mostRows);
  const fitting = sizes.slice(0, countFitting(sizes.map(({ bytes }) => bytes)));
  const end = fitting.at(-1)?.seq;
  if (end === undefined) return { rows: [], isLast: true };
  const rows = await inRange(manager, range)
    .andWhere('event.seq <= :end', { end })
    .orderBy('event.seq', 'ASC')
    .getMany();
  return { rows, isLast: sizes.length < mostRows && fitting.length === sizes.length };
}

const sizesWhere = (condition: string): Statement =>
  new Statement(
    'SELECT seq, octet_length(payload_json) AS bytes FROM events ' +
      // SQLite compiles a statement anew for each value of a bare parameter here.
      `WHERE seq > ? ${condition}ORDER BY seq LIMIT ? + 0`,
  );

const onlySent = `AND type NOT LIKE '${internalPrefix}%' `;
const sizesOfAll = { all: sizesWhere(''), sent: sizesWhere(onlySent) };
const sizesOfRun = {
  all: sizesWhere('AND run_id = ? '),
  sent: sizesWhere(`AND run_id = ? ${onlySent}`),
};

/** Numbers and sizes of the next events; the databases compute sizes without reading the text. */
export async function eventSizes(
  manager: EntityManager,
  range: EventRange,
  most: number,
): Promise<readonly { readonly seq: number; readonly bytes: number }[]> {
  const { after, runId, sentOnly = false } = range;
  const ofRun = runId === undefined ? [] : [runId];
  const { [sentOnly ? 'sent' : 'all']: sizes } = runId === undefined ? sizesOfAll : sizesOfRun;
  const rows = await sizes.run(manager, [after, ...ofRun, most]);
  return rows.map(({ seq, bytes }) => ({ seq: Number(seq), bytes: Number(bytes) }));
}

/** Number of sizes, from the first, that fit into one page. */
function countFitting(sizes: readonly number[]): number {
  let total = 0;
  const tooMany = sizes.findIndex((bytes, index) => (total += bytes) > mostBytes && index > 0);
  return tooMany < 0 ? sizes.length : tooMany;
}

function inRange(
  manager: EntityManager,
  { after, runId, sentOnly = false }: EventRange,
): SelectQueryBuilder<EventEntity> {
  const query = manager
    .createQueryBuilder(EventEntity, 'event')
    .where('event.seq > :after', { after });
  if (runId !== undefined) query.andWhere('event.runId = :runId', { runId });
  if (sentOnly) query.andWhere('event.type NOT LIKE :internal', { internal: `${internalPrefix}%` });
  return query;
}

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
