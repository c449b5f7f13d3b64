import type { TurnRecord } from '../../protocol/records/work.js';
import { differences, type Entry, isSame, type TreeEntries } from './tree.js';

/** A turn that changed files, with what stood at its paths before and after. */
export interface RecordedWrites {
  readonly turn: TurnRecord;
  /** When the two states were taken, in ms. */
  readonly beforeAt: number;
  readonly afterAt: number;
  readonly before: TreeEntries;
  readonly after: TreeEntries;
}

/** What several turns together made of files. */
interface WriteHistory {
  /** What stood at each path before the first turn that wrote it. */
  readonly origins: TreeEntries;
  /** What stands there since the last. */
  readonly left: TreeEntries;
  /** Paths that somebody else changed between the turns, by name. */
  readonly disputed: readonly string[];
}

/** The turns in the order of their beginning: from the given one on, or all. Null: it is not there. */
export function turnsFrom(
  turns: readonly TurnRecord[],
  turnId: string | undefined,
): readonly TurnRecord[] | null {
  const ordered = [...turns].sort((a, b) => a.startedAt - b.startedAt);
  if (turnId === undefined) return ordered;
  const first = ordered.findIndex(({ id }) => id === turnId);
  return first === -1 ? null : ordered.slice(first);
}

/**
 * Puts the writes of turns together. Where one began to write after all earlier ones had written, a
 * path has to be as the last of them left it; what overlapped may have changed it in turns.
 */
export function historyOf(writes: readonly RecordedWrites[]): WriteHistory {
  const origins = new Map<string, Entry | null>();
  const last = new Map<string, { readonly entry: Entry | null; readonly at: number }>();
  const disputed = new Set<string>();
  const inOrder = [...writes].sort((a, b) => a.beforeAt - b.beforeAt);
  for (const { before, after, beforeAt, afterAt } of inOrder) {
    for (const [path, entry] of before) {
      const earlier = last.get(path);
      if (earlier === undefined) origins.set(path, entry);
      else if (earlier.at <= beforeAt && isOther(earlier.entry, entry)) disputed.add(path);
      if (earlier === undefined || earlier.at <= afterAt) {
        last.set(path, { entry: after.get(path) ?? null, at: afterAt });
      }
    }
  }
  const left = new Map([...last].map(([path, { entry }]) => [path, entry]));
  return { origins, left, disputed: [...disputed].sort() };
}

/** The writes without the paths that every one of them left as it had found them. */
export function effectiveWrites(writes: readonly RecordedWrites[]): readonly RecordedWrites[] {
  const changed = new Set(writes.flatMap(({ before, after }) => differences(before, after)));
  const only = (entries: TreeEntries): TreeEntries =>
    new Map([...entries].filter(([path]) => changed.has(path)));
  return writes.map((each) => ({ ...each, before: only(each.before), after: only(each.after) }));
}

/** Whether somebody changed content in between; what is not recorded and directories are not compared. */
function isOther(one: Entry | null, other: Entry | null): boolean {
  const isCompared = (entry: Entry | null): boolean =>
    entry === null || entry.kind === 'file' || entry.kind === 'link';
  return isCompared(one) && isCompared(other) && !isSame(one, other);
}
