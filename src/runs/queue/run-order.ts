import type { FindOptionsOrder } from 'typeorm';
import type { RunEntity } from '../history/run.entity.js';

/** The order in which waiting runs begin: the oldest first. Whatever asks which are next uses it. */
export const runOrder = {
  createdAt: 'ASC',
  id: 'ASC',
} as const satisfies FindOptionsOrder<RunEntity>;

/** The same in a statement in which `runs` is called `run`. */
export const runOrderSql = 'run.created_at, run.id';
