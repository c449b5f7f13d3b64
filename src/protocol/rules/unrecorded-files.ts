import type { TurnRecord } from '../records/work.js';

/** Paths that turns changed and that no state of the workspace holds, without duplicates. */
export function unrecordedFiles(turns: readonly TurnRecord[]): readonly string[] {
  return [...new Set(turns.flatMap(({ diff }) => diff?.unrecorded ?? []))].sort();
}
