import type { FindOptionsOrder } from 'typeorm';
import type { Run } from '#protocol/records/work.js';
import type { RunEntity } from '../history/run.entity.js';

/** The order in which waiting runs begin: the oldest first. Stored with the run; lower begins first. */
export function queuePlace({ createdAt }: Run): number {
  return createdAt;
}

/** Whatever asks which runs are next uses this order. */
export const runOrder = {
  queuePlace: 'ASC',
  id: 'ASC',
} as const satisfies FindOptionsOrder<RunEntity>;

/** The same order in SQL, with `runs` aliased as `run`. */
export const runOrderSql = 'run.queue_place, run.id';
