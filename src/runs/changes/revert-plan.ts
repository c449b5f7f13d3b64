import { directoriesOf, type Entry, isSame, type TreeEntries } from './tree.js';
import { historyOf, type RecordedWrites } from './write-history.js';

/** The steps of a revert. */
export interface RevertPlan {
  /** Wanted entry of each path; null: nothing. Unchanged paths are left out. */
  readonly wanted: TreeEntries;
  /** Paths at which unrecorded content, or a change by others, would be lost. */
  readonly conflicts: readonly string[];
  /** Changed paths that are not restored, because no state holds their former content. */
  readonly left: readonly string[];
  /** Paths of `left` that are missing now, each with its mark. */
  readonly vanished: ReadonlyMap<string, string>;
  /** Paths that did not exist before the writes. */
  readonly created: readonly string[];
  /** Paths whose present entry will be replaced. */
  readonly replaced: readonly string[];
  /**
   * Contents that may come from an unrecorded folder: such a folder has changed, and no earlier
   * state holds them.
   */
  readonly foreign: readonly string[];
}

/**
 * Plans how to undo the writes, so that each path is as before the first; including writes of
 * retried runs made between them, if they are in the way.
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
  const wanted = new Map<string, Entry | null>();
  const conflicts = new Set(disputed);
  const unheld: string[] = [];
  const vanished = new Map<string, string>();
  const created: string[] = [];
  const replaced: string[] = [];
  for (const [path, origin] of origins) {
    const there = now.get(path) ?? null;
    switch (fateOf(origin, left.get(path) ?? null, there)) {
      case 'kept':
        // Nothing is lost there, whatever others did in between.
        conflicts.delete(path);
        break;
      case 'conflict':
        conflicts.add(path);
        break;
      case 'unheld':
        unheld.push(path);
        if (there === null && origin?.kind === 'unrecorded') vanished.set(path, origin.mark);
        break;
      case 'undone':
        wanted.set(path, origin);
    }
    if (there === null || there.kind === 'directory') continue;
    if (origin === null) created.push(path);
    else if (wanted.has(path)) replaced.push(path);
  }
  const isOpened = unheld.some((path) => path.endsWith('/') && origins.get(path) !== null);
  const foreign = isOpened ? unheldContents(writes, created) : [];
  return {
    ...{ wanted, conflicts: [...conflicts].sort(), left: unheld.sort() },
    ...{ vanished, created, replaced, foreign },
  };
}

/** Paths whose present content no state before the writes holds. */
function unheldContents(
  writes: readonly RecordedWrites[],
  paths: readonly string[],
): readonly string[] {
  const idOf = (entry: Entry | null | undefined): string | null =>
    entry !== null && entry !== undefined && 'id' in entry ? entry.id : null;
  const held = new Set(writes.flatMap(({ before }) => [...before.values()].map(idOf)));
  held.delete(null);
  return paths.filter((path) => !writes.some(({ after }) => held.has(idOf(after.get(path)))));
}

type Fate = 'kept' | 'undone' | 'conflict' | 'unheld';

/** The action for a path, from its former entry, the one the writes left, and the present one. */
function fateOf(origin: Entry | null, left: Entry | null, now: Entry | null): Fate {
  if (isSame(origin, now)) return 'kept';
  const isPlace = (entry: Entry | null): boolean => entry === null || entry.kind === 'directory';
  if (isPlace(origin) && isPlace(left) && isPlace(now)) {
    return isSame(left, now) ? 'undone' : 'kept';
  }
  if (origin?.kind === 'unrecorded') {
    return now === null || now.kind === 'unrecorded' ? 'unheld' : 'conflict';
  }
  if (!isSame(left, now)) return 'conflict';
  return origin === null && now?.kind === 'unrecorded' ? 'unheld' : 'undone';
}

export interface Move {
  readonly from: string;
  readonly to: string;
}

interface MovePlan {
  readonly moves: readonly Move[];
  /** Files that may be the only copy of missing content. */
  readonly conflicts: readonly string[];
}

/**
 * Finds created files that are missing files under another name; these are renamed back. A possibly
 * changed or copied one is a conflict, because removing it could destroy content.
 * @param marks marks of the created paths and the directories they are in, by path
 */
export function planMoves(
  {
    vanished,
    created,
    replaced,
    wanted,
  }: Pick<RevertPlan, 'vanished' | 'created' | 'replaced' | 'wanted'>,
  marks: ReadonlyMap<string, string>,
): MovePlan {
  const moves: Move[] = [];
  const missing = new Map(vanished);
  const byIdentity = Map.groupBy(vanished.keys(), (name) => identityOf(vanished.get(name) ?? ''));
  for (const from of created) {
    const to = byIdentity.get(identityOf(marks.get(from) ?? ''))?.shift();
    if (to === undefined) continue;
    moves.push({ from, to });
    missing.delete(to);
  }
  const moved = new Set(moves.map(({ from }) => from));
  const mayBe = resembles(missing, marks);
  const conflicts = [...created, ...replaced].filter(
    (path) => !moved.has(path) && wanted.has(path) && mayBe(path),
  );
  return { moves, conflicts };
}

/**
 * True if an entry may be one of the missing ones: changed, copied, or from one of their folders.
 */
function resembles(
  missing: ReadonlyMap<string, string>,
  marks: ReadonlyMap<string, string>,
): (path: string) => boolean {
  const isFolder = ([name]: readonly [string, string]): boolean => name.endsWith('/');
  const files = [...missing].filter((each) => !isFolder(each)).map(([, mark]) => mark);
  const numbers = new Set(files.map(fileNumber));
  const contents = new Set(files.map(contentOf));
  const sizes = new Set(files.filter((mark) => contentOf(mark) === undefined).map(sizeOf));
  const folders = new Set([...missing].filter(isFolder).map(([, mark]) => fileNumber(mark)));
  return (path) => {
    const mark = marks.get(path) ?? '';
    const [content, size] = [contentOf(mark), sizeOf(mark)];
    const isInside = (directory: string): boolean =>
      folders.has(fileNumber(marks.get(directory) ?? ''));
    return (
      numbers.has(fileNumber(mark)) ||
      (content !== undefined && contents.has(content)) ||
      (size !== undefined && sizes.has(size)) ||
      directoriesOf(path).some(isInside)
    );
  };
}

/** The part of a mark that survives a move: inode, size and modification time. */
function identityOf(mark: string): string {
  return mark.split(' ').slice(0, 3).join(' ');
}

function fileNumber(mark: string): string {
  return mark.split(' ')[0] ?? '';
}

/** Content id of a non-empty file, if the mark has one. */
function contentOf(mark: string): string | undefined {
  return sizeOf(mark) === undefined ? undefined : mark.split(' ')[5];
}

/** Size of a non-empty file; undefined for anything else. */
function sizeOf(mark: string): string | undefined {
  const [, size, time] = mark.split(' ');
  return time === undefined || size === '0' ? undefined : size;
}
