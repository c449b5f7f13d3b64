import type { FileDiff, TurnRecord } from '#protocol/records/work.js';
import { diffOf } from './diff-lines.js';

/** What a turn changed in one file, as its record keeps it. */
export interface TurnChange {
  readonly turn: TurnRecord;
  readonly file: FileDiff;
}

/** What turns changed, by path; of each file in the order in which the changes were there. */
export function turnChanges(
  turns: readonly TurnRecord[],
): ReadonlyMap<string, readonly TurnChange[]> {
  const byPath = new Map<string, readonly TurnChange[]>();
  for (const turn of turns.toSorted(byEnd)) {
    for (const file of diffOf(turn)?.files ?? []) {
      byPath.set(file.path, [...(byPath.get(file.path) ?? []), { turn, file }]);
    }
  }
  return byPath;
}

function byEnd(a: TurnRecord, b: TurnRecord): number {
  return endOf(a) - endOf(b);
}

function endOf({ diff, endedAt, startedAt }: TurnRecord): number {
  return diff?.afterAt ?? endedAt ?? startedAt;
}
