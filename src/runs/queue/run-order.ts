import type { FindOptionsOrder } from 'typeorm';
import type { Run } from '#protocol/records/work.js';
import type { RunEntity } from '../history/run.entity.js';

/** Sort key of waiting runs, stored with the run: the lowest, which is the oldest, begins first. */
export function queuePlace({ createdAt }: Run): number {
  return createdAt;
}

/** Order of waiting runs, for every query for the next ones. */
export const runOrder = {
  queuePlace: 'ASC',
  id: 'ASC',
} as const satisfies FindOptionsOrder<RunEntity>;

/** The same order in SQL, with `runs` aliased as `run`. */
export const runOrderSql = 'run.queue_place, run.id';
