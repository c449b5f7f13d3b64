import type { TurnRecord } from '../../protocol/records/work.js';
import type { TreeEntries, TreeEntry } from './shadow-repository.js';

/** A turn that changed files, with what stood at its paths before and after. */
export interface RecordedWrites {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly before: TreeEntries;
  readonly after: TreeEntries;
}

export interface RevertPlan {
  /** What each path is to be again; null: nothing. */
  readonly wanted: TreeEntries;
  /** Paths that somebody else changed since: what they did would be lost. */
  readonly conflicts: readonly string[];
}

/** The turns to undo, in their order: from the given one on, or all. Null: there is no such turn. */
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
 * How to undo the writes, ordered by their beginning. Each path goes back to what it was before the
 * first of them. A path has to be now what the last of them left, and what one of them left when the
 * next began; turns that overlapped may have changed it in turns.
 */
export function planRevert(writes: readonly RecordedWrites[], now: TreeEntries): RevertPlan {
  const wanted = new Map<string, TreeEntry | null>();
  const left = new Map<string, { readonly entry: TreeEntry | null; readonly at: number }>();
  const conflicts = new Set<string>();
  for (const { before, after, startedAt, endedAt } of writes) {
    for (const [path, entry] of before) {
      const last = left.get(path);
      if (last === undefined) wanted.set(path, entry);
      else if (last.at <= startedAt && !isSame(last.entry, entry)) conflicts.add(path);
      if (last === undefined || last.at <= endedAt) {
        left.set(path, { entry: after.get(path) ?? null, at: endedAt });
      }
    }
  }
  for (const [path, { entry }] of left) {
    if (!isSame(entry, now.get(path) ?? null)) conflicts.add(path);
  }
  return { wanted, conflicts: [...conflicts].sort() };
}

/**
 * The paths that are to be nothing again though what stands there was at no path before the writes:
 * a file that the writes moved is not among them.
 */
export function withoutOrigin(wanted: TreeEntries, now: TreeEntries): readonly string[] {
  const origins = new Set([...wanted.values()].map((entry) => entry?.id));
  return [...wanted].flatMap(([path, entry]) => {
    const id = now.get(path)?.id;
    return entry === null && id !== undefined && !origins.has(id) ? [path] : [];
  });
}

/** Whether two entries are of the same content and mode. */
export function isSame(one: TreeEntry | null, other: TreeEntry | null): boolean {
  return one?.id === other?.id && one?.mode === other?.mode;
}
