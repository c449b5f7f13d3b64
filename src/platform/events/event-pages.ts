import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { EventEntity } from './event.entity.js';
import { internalPrefix } from './internal-events.js';

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

interface SizeRow {
  readonly seq: number | string;
  readonly bytes: number | string;
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

/** Numbers and sizes of the next events; the databases compute sizes without reading the text. */
export async function eventSizes(
  manager: EntityManager,
  range: EventRange,
  most: number,
): Promise<readonly { readonly seq: number; readonly bytes: number }[]> {
  const rows = await inRange(manager, range)
    .select('event.seq', 'seq')
    .addSelect('octet_length(event.payloadJson)', 'bytes')
    .orderBy('event.seq', 'ASC')
    .limit(most)
    .getRawMany<SizeRow>();
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
