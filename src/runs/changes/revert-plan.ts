import { directoriesOf, type Entry, isSame, type TreeEntries } from './tree.js';
import { historyOf, type RecordedWrites } from './write-history.js';

/** What a revert is to do. */
export interface RevertPlan {
  /** What each path is to be again; null: nothing. What is so already is left out. */
  readonly wanted: TreeEntries;
  /** Paths at which something would be lost that no state holds, or that somebody else changed. */
  readonly conflicts: readonly string[];
  /** Changed paths that stay as they are, since no state holds what they were. */
  readonly left: readonly string[];
  /** Of these, what is gone: its mark, by path. */
  readonly vanished: ReadonlyMap<string, string>;
  /** What was at no path before the writes. */
  readonly created: readonly string[];
  /** What stands where something else is to be again. */
  readonly replaced: readonly string[];
  /**
   * What of it may have come out of a folder that is told by one mark: one such folder is not as it
   * was, and no state before the writes holds these contents.
   */
  readonly foreign: readonly string[];
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
        // Whatever others did in between, nothing is lost.
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

/** Those of the paths at which the writes left nothing that a state before them holds. */
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

/** What becomes of a path, from what was there first, what the writes left, and what is there now. */
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
  /** Files that may be the only copy of something that is gone. */
  readonly conflicts: readonly string[];
}

/**
 * Which of the created files are what vanished, under another name: these go back to where they were.
 * What may be a changed or copied one is a conflict, since removing it could destroy it.
 * @param marks of what stands at the created paths, and in which directories, by path
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

/** Whether what stands at a path may be one of those that are missing: changed, copied, or in a folder of them. */
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

/** What a mark says of a file wherever it is moved to: its number, size and the time of its content. */
function identityOf(mark: string): string {
  return mark.split(' ').slice(0, 3).join(' ');
}

function fileNumber(mark: string): string {
  return mark.split(' ')[0] ?? '';
}

/** The name of the content of a file that is not empty, where the mark has one. */
function contentOf(mark: string): string | undefined {
  return sizeOf(mark) === undefined ? undefined : mark.split(' ')[5];
}

/** Of a file that is not empty; undefined for anything else. */
function sizeOf(mark: string): string | undefined {
  const [, size, time] = mark.split(' ');
  return time === undefined || size === '0' ? undefined : size;
}
