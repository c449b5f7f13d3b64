import type { StateFacts, UnrecordedFact } from './state-facts.js';
import { directoriesOf, isSameMark } from './tree.js';

/** A line of `git diff-tree --raw`. */
interface RawChange {
  readonly path: string;
  /** A letter of git: `A` added, `D` gone, `M` and `T` changed. */
  readonly status: string;
}

/** What is different between two states. */
export interface StateChanges {
  /** Files and links, by path. */
  readonly paths: readonly string[];
  /** Directories that came, went or have other permissions. */
  readonly directories: readonly string[];
  /** What changed and no state holds; a folder ends with `/`. */
  readonly unrecorded: readonly string[];
}

export const noChanges: StateChanges = { paths: [], directories: [], unrecorded: [] };

/** More changed files of one folder that are not recorded are told by its name. */
const maxOfFolder = 20;

/** Reads `git diff-tree --raw -z`. */
export function readRawChanges(listed: string): readonly RawChange[] {
  const parts = listed.split('\0');
  const changes: RawChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    changes.push({ status: (parts[at] ?? '').split(' ')[4] ?? '', path: parts[at + 1] ?? '' });
  }
  return changes;
}

/** The mark that a state has of a path that it does not hold, or of the folder it lies in. */
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

/** Paths that one state holds and the other names as not recorded. */
export function cameIntoView(before: StateFacts, raw: readonly RawChange[]): readonly string[] {
  return raw.flatMap(({ path, status }) =>
    status === 'A' && unrecordedAt(before, path) !== null ? [path] : [],
  );
}

/**
 * What changed between two states.
 * @param untouched paths that came into view as they had been
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
    unrecorded: toldUnrecorded(before, after, { seen: others, written }),
  };
}

function otherKeys(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key)).sort();
}

/** Paths of which the states have other marks, by path; also when only one of them names it. */
export function unrecordedChanges(before: StateFacts, after: StateFacts): readonly string[] {
  const keys = new Set([...before.unrecorded.keys(), ...after.unrecorded.keys()]);
  return [...keys].filter(
    (key) => !isSameMark(before.unrecorded.get(key)?.mark, after.unrecorded.get(key)?.mark),
  );
}

/** For people: many files of one folder by its name. What only came into view is not told. */
function toldUnrecorded(
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
