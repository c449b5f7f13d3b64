import type { FileDiff, TurnRecord } from '../../../src/protocol/records/work.js';
import { diffOf } from './diff-lines.js';
import { netDiff, type NetDiff } from './net-diff.js';

/** A file that a run changed, with what each of its turns changed in it, in order. */
export interface ChangedFile {
  readonly path: string;
  readonly changes: readonly { readonly turn: TurnRecord; readonly file: FileDiff }[];
  /** All of it as one diff; null where the changes of turns do not add up to one. */
  readonly net: NetDiff | null;
  readonly added: number;
  readonly removed: number;
}

/** The files that the turns changed, by path. */
export function changedFiles(turns: readonly TurnRecord[]): readonly ChangedFile[] {
  const byPath = new Map<string, ChangedFile['changes']>();
  for (const turn of turns.toSorted(byEnd)) {
    for (const file of diffOf(turn)?.files ?? []) {
      byPath.set(file.path, [...(byPath.get(file.path) ?? []), { turn, file }]);
    }
  }
  // Where parts were left out, a change between two that are known may be missing.
  const isWhole = turns.every(({ diff }) => diff?.truncated !== true);
  return [...byPath]
    .map(([path, changes]) => changedFile(path, changes, isWhole))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function changedFile(path: string, changes: ChangedFile['changes'], isWhole: boolean): ChangedFile {
  const [first] = changes;
  const net =
    changes.length === 1 && first !== undefined
      ? first.file
      : isWhole
        ? netDiff(changes.map(({ file }) => file.patch))
        : null;
  const sum = (of: 'added' | 'removed') =>
    net?.[of] ?? changes.reduce((total, { file }) => total + file[of], 0);
  return { path, changes, net, added: sum('added'), removed: sum('removed') };
}

/** In the order in which their changes were there. */
function byEnd(a: TurnRecord, b: TurnRecord): number {
  return endOf(a) - endOf(b);
}

function endOf({ diff, endedAt, startedAt }: TurnRecord): number {
  return diff?.afterAt ?? endedAt ?? startedAt;
}
