/** Why a state does not hold an entry. */
export type UnrecordedReason =
  /** An ignore rule covers it. */
  | 'ignored'
  /** A folder that is never recorded, such as `node_modules`. */
  | 'excluded'
  /** Larger than the limit. */
  | 'large'
  /** Larger than the limit, and as committed. */
  | 'committed'
  | 'unreadable'
  /** A pipe, a socket or a device. */
  | 'special'
  /** A name that git refuses. */
  | 'name';

/** Larger files are not recorded. */
export const maxFileBytes = 2 * 1024 * 1024;

/** An entry of a workspace. */
export type Entry =
  /** `id` names the content; `mode` is all permission bits. */
  | { readonly kind: 'file'; readonly id: string; readonly mode: number }
  | { readonly kind: 'link'; readonly id: string }
  | { readonly kind: 'directory'; readonly mode: number }
  /** Existing but unrecorded: `mark` changes whenever it is touched. */
  | { readonly kind: 'unrecorded'; readonly mark: string; readonly reason: UnrecordedReason };

/** Entries by path, with `/` as separator; null or absent: there is nothing. */
export type TreeEntries = ReadonlyMap<string, Entry | null>;

/** True if two entries have the same kind, content and permissions. */
export function isSame(one: Entry | null, other: Entry | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.kind === 'unrecorded') {
    return other.kind === 'unrecorded' && isSameMark(one.mark, other.mark);
  }
  if (one.kind === 'directory') return other.kind === 'directory' && one.mode === other.mode;
  if (one.kind === 'link') return other.kind === 'link' && one.id === other.id;
  return other.kind === 'file' && one.id === other.id && one.mode === other.mode;
}

/**
 * True if nothing was changed between two marks: not touched, or with the same content and
 * permissions, if both end with git's id of the content. A new hard link touches a file.
 */
export function isSameMark(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return bare(one) === bare(other) || (held(one) !== '' && held(one) === held(other));
}

/** Permissions and content; empty without the content. */
function held(mark: string): string {
  const [, , , , mode = '', id = ''] = mark.split(' ');
  return id === '' ? '' : `${mode} ${id}`;
}

function bare(mark: string): string {
  return mark.split(' ').slice(0, 5).join(' ');
}

/** Paths, sorted, at which the entries differ. */
export function differences(entries: TreeEntries, there: TreeEntries): readonly string[] {
  return [...entries]
    .flatMap(([path, entry]) => (isSame(entry, there.get(path) ?? null) ? [] : [path]))
    .sort();
}

/** The directories around a path, the outermost first; without the workspace itself. */
export function directoriesOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}

/** Git's mode of a file or link; null for anything that git does not store. */
export function gitMode(entry: Entry): string | null {
  if (entry.kind === 'link') return '120000';
  if (entry.kind !== 'file') return null;
  return (entry.mode & 0o100) === 0 ? '100644' : '100755';
}
