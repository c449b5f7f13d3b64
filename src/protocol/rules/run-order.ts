import type { Run } from '../records/work.js';
import { runTimesOf } from './run-times.js';

/** The orders in which runs can be listed. */
export const runOrders = ['newest', 'oldest', 'dearest', 'longest'] as const;
export type RunOrder = (typeof runOrders)[number];

/** The order in which runs are shown, for `sort`. */
export function newestFirst(a: Run, b: Run): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}

/** The value by which an order sorts first, the largest first; equal ones are sorted newest first. */
export function orderValueOf(run: Run, sort: RunOrder): number {
  if (sort === 'dearest') return run.budget.spentUsd;
  return sort === 'longest' && run.endedAt !== null ? runTimesOf(run, run.endedAt).workedMs : 0;
}

/** Compares runs by an order, for `sort`. */
export function compareBy(sort: RunOrder = 'newest'): (a: Run, b: Run) => number {
  if (sort === 'oldest') return (a, b) => newestFirst(b, a);
  return (a, b) => orderValueOf(b, sort) - orderValueOf(a, sort) || newestFirst(a, b);
}
