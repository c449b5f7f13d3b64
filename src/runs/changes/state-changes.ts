import type { StateFacts, UnrecordedFact } from './state-facts.js';
import { directoriesOf, isSameMark } from './tree.js';

/** A line of `git diff-tree --raw`. */
export interface RawChange {
  readonly path: string;
  /** Git's letter: `A` added, `D` removed, `M` and `T` changed. */
  readonly status: string;
  /** Git's name of the content afterwards. */
  readonly id: string;
}

/** The differences between two states. */
export interface StateChanges {
  /** Paths of files and links. */
  readonly paths: readonly string[];
  /** Directories that were made or removed, or whose permissions changed. */
  readonly directories: readonly string[];
  /** Changed paths without a record; a folder ends with `/`. */
  readonly unrecorded: readonly string[];
}

export const noChanges: StateChanges = { paths: [], directories: [], unrecorded: [] };

/** A folder with more unrecorded changes than this is named instead of its files. */
const maxOfFolder = 20;

/** Reads `git diff-tree --raw -z`. */
export function readRawChanges(listed: string): readonly RawChange[] {
  const parts = listed.split('\0');
  const changes: RawChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, , , id = '', status = ''] = (parts[at] ?? '').split(' ');
    changes.push({ status, id, path: parts[at + 1] ?? '' });
  }
  return changes;
}

/** The mark of an unrecorded path in a state, or of its folder. */
export function unrecordedAt(
  { unrecorded }: StateFacts,
  path: string,
): (UnrecordedFact & { readonly isFolder: boolean }) | null {
  const own = unrecorded.get(path);
  if (own !== undefined) return { ...own, isFolder: false };
  for (const directory of directoriesOf(path)) {
    const folder = unrecorded.get(`${directory}/`);
    if (folder !== undefined) return { ...folder, isFolder: true };
  }
  return null;
}

/** Paths that one state holds and the other lists as unrecorded. */
export function cameIntoView(before: StateFacts, raw: readonly RawChange[]): readonly RawChange[] {
  return raw.filter(({ path, status }) => status === 'A' && unrecordedAt(before, path) !== null);
}

/**
 * The changes between two states.
 * @param untouched paths that became visible without being changed
 */
export function changesBetween(
  before: StateFacts,
  after: StateFacts,
  raw: readonly RawChange[],
  untouched: ReadonlySet<string>,
): StateChanges {
  const written = new Set(raw.map(({ path }) => path).filter((path) => !untouched.has(path)));
  const others = new Set(raw.map(({ path }) => path));
  for (const path of otherKeys(before.modes, after.modes)) {
    if (!others.has(path)) written.add(path);
  }
  return {
    paths: [...written].sort(),
    directories: otherKeys(before.directories, after.directories),
    unrecorded: shownUnrecorded(before, after, { seen: others, written }),
  };
}

function otherKeys(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key)).sort();
}

/** Paths with different marks in the two states, including those that only one lists. */
export function unrecordedChanges(before: StateFacts, after: StateFacts): readonly string[] {
  const keys = new Set([...before.unrecorded.keys(), ...after.unrecorded.keys()]);
  return [...keys].filter(
    (key) => !isSameMark(before.unrecorded.get(key)?.mark, after.unrecorded.get(key)?.mark),
  );
}

/**
 * For display: many files of one folder are shown as its name. Paths that only became visible are
 * left out.
 */
function shownUnrecorded(
  before: StateFacts,
  after: StateFacts,
  { seen, written }: { readonly seen: ReadonlySet<string>; readonly written: ReadonlySet<string> },
): readonly string[] {
  const changed = unrecordedChanges(before, after).filter(
    (path) => after.unrecorded.has(path) || !seen.has(path) || written.has(path),
  );
  const counts = new Map<string, number>();
  for (const path of changed) {
    for (const directory of directoriesOf(path)) {
      counts.set(directory, (counts.get(directory) ?? 0) + 1);
    }
  }
  const told = changed.map((path) => {
    const folder = directoriesOf(path).find(
      (directory) => (counts.get(directory) ?? 0) > maxOfFolder,
    );
    return folder === undefined ? path : `${folder}/`;
  });
  return [...new Set(told)].sort();
}
