import type { TurnRecord } from '../../protocol/records/work.js';
import type { TreeEntries, TreeEntry } from './shadow-repository.js';

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
export interface WriteHistory {
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
  const origins = new Map<string, TreeEntry | null>();
  const last = new Map<string, { readonly entry: TreeEntry | null; readonly at: number }>();
  const disputed = new Set<string>();
  const inOrder = [...writes].sort((a, b) => a.beforeAt - b.beforeAt);
  for (const { before, after, beforeAt, afterAt } of inOrder) {
    for (const [path, entry] of before) {
      const earlier = last.get(path);
      if (earlier === undefined) origins.set(path, entry);
      else if (earlier.at <= beforeAt && !isSame(earlier.entry, entry)) disputed.add(path);
      if (earlier === undefined || earlier.at <= afterAt) {
        last.set(path, { entry: after.get(path) ?? null, at: afterAt });
      }
    }
  }
  const left = new Map([...last].map(([path, { entry }]) => [path, entry]));
  return { origins, left, disputed: [...disputed].sort() };
}

/** The paths at which the entries are others than there, by name. */
export function differences(entries: TreeEntries, there: TreeEntries): readonly string[] {
  return [...entries]
    .flatMap(([path, entry]) => (isSame(entry, there.get(path) ?? null) ? [] : [path]))
    .sort();
}

/** The writes without the paths that every one of them left as it had found them. */
export function effectiveWrites(writes: readonly RecordedWrites[]): readonly RecordedWrites[] {
  const changed = new Set(writes.flatMap(({ before, after }) => differences(before, after)));
  const only = (entries: TreeEntries): TreeEntries =>
    new Map([...entries].filter(([path]) => changed.has(path)));
  return writes.map((each) => ({ ...each, before: only(each.before), after: only(each.after) }));
}

/** What a revert is to do. */
export interface RevertPlan {
  /** What each path is to be again; null: nothing. */
  readonly wanted: TreeEntries;
  /** Paths that somebody else changed: what they did would be lost. */
  readonly conflicts: readonly string[];
}

/**
 * How to undo the writes, so that each path is as before the first of them; together with those made
 * between them by runs that were retried, where these stand in the way.
 */
export function planRevert(
  writes: readonly RecordedWrites[],
  between: readonly RecordedWrites[],
  now: TreeEntries,
): RevertPlan {
  const alone = planOf(writes, now);
  return alone.conflicts.length === 0 || between.length === 0
    ? alone
    : planOf([...writes, ...between], now);
}

function planOf(writes: readonly RecordedWrites[], now: TreeEntries): RevertPlan {
  const { origins, left, disputed } = historyOf(writes);
  const conflicts = new Set([...disputed, ...differences(left, now)]);
  return { wanted: origins, conflicts: [...conflicts].sort() };
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
function isSame(one: TreeEntry | null, other: TreeEntry | null): boolean {
  return one?.id === other?.id && one?.mode === other?.mode;
}
