import type { TurnRecord } from '../records/work.js';

/**
 * Names of the files that turns changed and that no state of the workspace holds, once each; also
 * those that were written while nothing was recorded.
 */
export function unrecordedFiles(turns: readonly TurnRecord[]): readonly string[] {
  const named = turns.flatMap(({ diff, wroteFiles }) =>
    diff === undefined ? wroteFiles : (diff.unrecorded ?? []),
  );
  return [...new Set(named)].sort();
}
