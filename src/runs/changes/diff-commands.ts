import type { FileChange } from '../../protocol/records/change-review.js';
import type { FileChangeKind } from '../../protocol/records/enums.js';

const between = ['-r', '--no-renames', '--no-ext-diff', '--no-textconv'];

/** Lists the files that differ between two trees, for `readChanges`. */
export const listCommand = ['diff-tree', '--raw', '--numstat', '-z', ...between];

/** Their patches in the same order, for `git apply`, including those of binary files. */
export const patchCommand = ['diff-tree', '-p', '--binary', '--full-index', ...between];

/** First characters of a patch's section. Lines of files start with a sign instead. */
export const sectionStart = 'diff --git ';

const kinds: Readonly<Record<string, FileChangeKind>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  T: 'type',
};

/** Git writes a file replaced by a link as a removal and an addition. */
export function sectionsOf(kind: FileChangeKind): number {
  return kind === 'type' ? 2 : 1;
}

/**
 * Parses the output of `listCommand`: the kinds of all changes, then the counts, each with a path.
 */
export function readChanges(listed: string): readonly Omit<FileChange, 'patchBytes'>[] {
  const fields = listed.split('\0');
  const kindOf = new Map<string, FileChangeKind>();
  const contentOf = new Map<string, string>();
  let at = 0;
  for (; fields[at]?.startsWith(':') === true; at += 2) {
    const [, , , content = '', letter = ''] = fields[at]?.split(' ') ?? [];
    const path = fields[at + 1] ?? '';
    kindOf.set(path, kinds[letter] ?? 'modified');
    contentOf.set(path, content);
  }
  return fields.slice(at).flatMap((field) => {
    const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t([^]+)$/.exec(field) ?? [];
    if (path === undefined) return [];
    const kind = kindOf.get(path) ?? 'modified';
    const counts = { added: countOf(added), removed: countOf(removed) };
    return [{ path, kind, ...counts, content: contentOf.get(path) ?? '' }];
  });
}

function countOf(count: string | undefined): number | null {
  return count === undefined || count === '-' ? null : Number(count);
}
