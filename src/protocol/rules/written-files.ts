import type { TurnRecord } from '../records/work.js';

/** Paths that turns wrote, without duplicates, sorted. */
export function writtenFiles(turns: readonly Pick<TurnRecord, 'wroteFiles'>[]): readonly string[] {
  return [...new Set(turns.flatMap(({ wroteFiles }) => wroteFiles))].sort();
}
