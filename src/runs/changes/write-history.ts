import type { TurnRecord } from '../../protocol/records/work.js';
import { differences, type Entry, isSame, type TreeEntries } from './tree.js';

/** A turn's file changes, with the entries at its paths before and after. */
export interface RecordedWrites {
  readonly turn: TurnRecord;
  /** When the two states were taken, ms. */
  readonly beforeAt: number;
  readonly afterAt: number;
  readonly before: TreeEntries;
  readonly after: TreeEntries;
}

/** The combined file changes of several turns. */
interface WriteHistory {
  /** The entry of each path before the first turn that wrote it. */
  readonly origins: TreeEntries;
  /** The entry of each path after the last turn. */
  readonly left: TreeEntries;
  /** Paths that somebody else changed between the turns, sorted. */
  readonly disputed: readonly string[];
}

/**
 * Combines the writes of turns. If a turn began after all earlier ones had ended, a path must be as
 * the last of them left it; overlapping turns may have changed it in turn.
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

/** The writes without paths that every turn left unchanged. */
export function effectiveWrites(writes: readonly RecordedWrites[]): readonly RecordedWrites[] {
  const changed = new Set(writes.flatMap(({ before, after }) => differences(before, after)));
  const only = (entries: TreeEntries): TreeEntries =>
    new Map([...entries].filter(([path]) => changed.has(path)));
  return writes.map((each) => ({ ...each, before: only(each.before), after: only(each.after) }));
}

/**
 * True if somebody changed content in between; unrecorded entries and directories are not compared.
 */
function isOther(one: Entry | null, other: Entry | null): boolean {
  const isCompared = (entry: Entry | null): boolean =>
    entry === null || entry.kind === 'file' || entry.kind === 'link';
  return isCompared(one) && isCompared(other) && !isSame(one, other);
}
