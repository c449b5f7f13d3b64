/** Why a state does not hold what stands at a path. */
export type UnrecordedReason =
  /** An ignore rule covers it. */
  | 'ignored'
  /** A folder that is never recorded, such as `node_modules`. */
  | 'excluded'
  /** Over the size bound. */
  | 'large'
  /** Over the size bound, and as it is committed. */
  | 'committed'
  | 'unreadable'
  /** A pipe, a socket or a device. */
  | 'special'
  /** A name that git takes for nothing. */
  | 'name';

/** Larger files are not recorded. */
export const maxFileBytes = 2 * 1024 * 1024;

/** What stands at a path of a workspace. */
export type Entry =
  /** `id` names the content; `mode` is all permission bits. */
  | { readonly kind: 'file'; readonly id: string; readonly mode: number }
  | { readonly kind: 'link'; readonly id: string }
  | { readonly kind: 'directory'; readonly mode: number }
  /** Was there, not recorded: `mark` changes whenever it is touched. */
  | { readonly kind: 'unrecorded'; readonly mark: string; readonly reason: UnrecordedReason };

/** Entries by path; null or absent: there is nothing. Paths have `/` between their parts. */
export type TreeEntries = ReadonlyMap<string, Entry | null>;

/** Whether two entries are of the same kind, content and permissions. */
export function isSame(one: Entry | null, other: Entry | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.kind === 'unrecorded') {
    return other.kind === 'unrecorded' && isSameMark(one.mark, other.mark);
  }
  if (one.kind === 'directory') return other.kind === 'directory' && one.mode === other.mode;
  if (one.kind === 'link') return other.kind === 'link' && one.id === other.id;
  return other.kind === 'file' && one.id === other.id && one.mode === other.mode;
}

/** Whether nothing was touched between two marks; a digest of the content may stand behind either. */
export function isSameMark(one: string | undefined, other: string | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && bare(one) === bare(other));
}

function bare(mark: string): string {
  return mark.split(' ').slice(0, 5).join(' ');
}

/** The paths at which the entries are others than there, by name. */
export function differences(entries: TreeEntries, there: TreeEntries): readonly string[] {
  return [...entries]
    .flatMap(([path, entry]) => (isSame(entry, there.get(path) ?? null) ? [] : [path]))
    .sort();
}

/** The directories that a path lies in, the outermost first; the workspace itself is not one. */
export function directoriesOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}

/** Git's mode of a file or a link; null for what git does not store. */
export function gitMode(entry: Entry): string | null {
  if (entry.kind === 'link') return '120000';
  if (entry.kind !== 'file') return null;
  return (entry.mode & 0o100) === 0 ? '100644' : '100755';
}

/**
 * The entry as states of an earlier version tell it: only whether a file can be carried out, and
 * nothing of directories and of what is not recorded.
 */
export function coarse(entry: Entry | null): Entry | null {
  if (entry?.kind === 'link') return entry;
  if (entry?.kind !== 'file') return null;
  return { ...entry, mode: (entry.mode & 0o100) === 0 ? 0o644 : 0o755 };
}
