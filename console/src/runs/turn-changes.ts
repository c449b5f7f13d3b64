import type { TurnRecord } from '#protocol/records/work.js';
import type { FileDiff } from '#protocol/records/file-changes.js';
import { diffOf } from './diff-lines.js';

/** A turn's change of one file, from its record. */
export interface TurnChange {
  readonly turn: TurnRecord;
  readonly file: FileDiff;
}

/** Changes of turns by path; for each file in the order of the changes. */
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

/** The turns that changed files, in the order of their ends; a person can undo from each on. */
export function changingTurns(turns: readonly TurnRecord[]): readonly TurnRecord[] {
  return turns.filter((turn) => diffOf(turn) !== null).toSorted(byEnd);
}

function byEnd(a: TurnRecord, b: TurnRecord): number {
  return endOf(a) - endOf(b);
}

function endOf({ diff, endedAt, startedAt }: TurnRecord): number {
  return diff?.afterAt ?? endedAt ?? startedAt;
}
