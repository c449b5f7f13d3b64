import { directoriesOf, type Entry, isSame, type TreeEntries } from '../tree.js';

type FileEntry = Extract<Entry, { readonly kind: 'file' }>;

/** A file whose text both sides changed. */
export interface TextMerge {
  readonly path: string;
  readonly base: FileEntry;
  readonly ours: FileEntry;
  readonly theirs: FileEntry;
  readonly mode: number;
}

interface MergePlan {
  /** Entries to be put into the workspace; null: the path is removed. */
  readonly wanted: Map<string, Entry | null>;
  readonly texts: readonly TextMerge[];
  /** Paths that both sides changed in ways that cannot be combined. */
  readonly conflicts: readonly string[];
  /** Paths whose content no state holds. */
  readonly unheld: readonly string[];
}

/**
 * The three-way merge of a run's change into the workspace: what only the run changed is taken, what
 * only others changed stays, and what both changed is merged by content or conflicts.
 * @param origins entries before the run's first write, and `left` those after its last
 * @param now present entries of the workspace, also of the directories around
 */
export function planMerge(origins: TreeEntries, left: TreeEntries, now: TreeEntries): MergePlan {
  const wanted = new Map<string, Entry | null>();
  const texts: TextMerge[] = [];
  const conflicts: string[] = [];
  const unheld: string[] = [];
  for (const [path, theirs] of left) {
    const at = { base: origins.get(path) ?? null, theirs, ours: now.get(path) ?? null };
    const merged = mergeEntry(at);
    if (merged === 'conflict') conflicts.push(path);
    else if (merged === 'unheld') unheld.push(path);
    else if (typeof merged === 'object' && merged !== null && 'theirs' in merged) {
      texts.push({ path, ...merged });
    } else if (merged !== 'stays') wanted.set(path, merged);
  }
  const put = [...texts.map(({ path }) => path), ...wanted.keys()];
  for (const path of put) if (wanted.get(path) !== null) makeRoom(path, wanted, now);
  return { wanted, texts, conflicts: conflicts.sort(), unheld: unheld.sort() };
}

interface Sides {
  readonly base: Entry | null;
  readonly ours: Entry | null;
  readonly theirs: Entry | null;
}

function mergeEntry(
  sides: Sides,
): 'stays' | 'conflict' | 'unheld' | Omit<TextMerge, 'path'> | Entry | null {
  const { base, ours, theirs } = sides;
  if (theirs?.kind === 'unrecorded') return isLeftOut(theirs) ? 'stays' : 'unheld';
  if (theirs?.kind === 'directory' || base?.kind === 'directory') return mergeDirectory(sides);
  if (isSame(theirs, ours)) return 'stays';
  if (isSame(base, ours)) return theirs;
  if (theirs?.kind !== 'file' || ours?.kind !== 'file') return 'conflict';
  if (base !== null && base.kind !== 'file') return 'conflict';
  const mode = theirs.mode === (base ?? theirs).mode ? ours.mode : theirs.mode;
  if (theirs.id === ours.id || theirs.id === base?.id) {
    return mode === ours.mode ? 'stays' : { ...ours, mode };
  }
  if (base === null) return 'conflict';
  return ours.id === base.id ? { ...theirs, mode } : { base, ours, theirs, mode };
}

/** Makes a directory, or removes an empty one; an existing one stays as it is. */
function mergeDirectory({ base, ours, theirs }: Sides): 'stays' | 'conflict' | Entry | null {
  if (theirs?.kind === 'directory' && ours?.kind === 'directory') return 'stays';
  if (isSame(theirs, ours)) return 'stays';
  const isAsBefore = base?.kind === 'directory' ? ours?.kind === 'directory' : isSame(base, ours);
  return isAsBefore || (ours === null && theirs?.kind === 'directory') ? theirs : 'conflict';
}

/** Ignored and excluded files belong to no change. */
function isLeftOut({ reason }: Extract<Entry, { readonly kind: 'unrecorded' }>): boolean {
  return reason === 'ignored' || reason === 'excluded' || reason === 'special';
}

/** A file may need directories that others have removed. */
function makeRoom(path: string, wanted: Map<string, Entry | null>, now: TreeEntries): void {
  for (const directory of directoriesOf(path)) {
    if ((now.get(directory) ?? null) === null && (wanted.get(directory) ?? null) === null) {
      wanted.set(directory, { kind: 'directory', mode: 0o755 });
    }
  }
}
