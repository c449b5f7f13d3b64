import type { FileChange } from '../../protocol/records/work.js';
import type { FileChangeKind } from '../../protocol/records/enums.js';

const between = ['-r', '--no-renames', '--no-ext-diff', '--no-textconv'];

/** Lists the files in which two trees differ, for `readChanges`. */
export const listCommand = ['diff-tree', '--raw', '--numstat', '-z', ...between];

/** Their patches in the same order, which `git apply` takes, those of files that are no text too. */
export const patchCommand = ['diff-tree', '-p', '--binary', '--full-index', ...between];

/** The beginning of each section of a patch. Lines of files never begin so: a sign stands before them. */
export const sectionStart = 'diff --git ';

const kinds: Readonly<Record<string, FileChangeKind>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  T: 'type',
};

/** Git writes a file that becomes a link as one that goes and one that comes. */
export function sectionsOf(kind: FileChangeKind): number {
  return kind === 'type' ? 2 : 1;
}

/** What `listCommand` answers: the kinds of all changes, then the counts, a path with each. */
export function readChanges(listed: string): readonly Omit<FileChange, 'patchBytes'>[] {
  const fields = listed.split('\0');
  const kindOf = new Map<string, FileChangeKind>();
  let at = 0;
  for (; fields[at]?.startsWith(':') === true; at += 2) {
    kindOf.set(fields[at + 1] ?? '', kinds[fields[at]?.at(-1) ?? ''] ?? 'modified');
  }
  return fields.slice(at).flatMap((field) => {
    const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t([^]+)$/.exec(field) ?? [];
    if (path === undefined) return [];
    const kind = kindOf.get(path) ?? 'modified';
    return [{ path, kind, added: countOf(added), removed: countOf(removed) }];
  });
}

function countOf(count: string | undefined): number | null {
  return count === undefined || count === '-' ? null : Number(count);
}
