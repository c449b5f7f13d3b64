import type { TurnRecord } from '../records/work.js';

const number = /^pass (\d+) of /;

/** Passes of a review that these turns belong to, by their purposes; 0: they are of no review. */
export function reviewPasses(turns: readonly Pick<TurnRecord, 'purpose'>[]): number {
  return Math.max(0, ...turns.map(({ purpose }) => Number(number.exec(purpose)?.[1] ?? 0)));
}
