import type { TurnRecord } from '../records/work.js';

/** Names of the files that turns changed and that no state of the workspace holds, once each. */
export function unrecordedFiles(turns: readonly TurnRecord[]): readonly string[] {
  return [...new Set(turns.flatMap(({ diff }) => diff?.unrecorded ?? []))].sort();
}
