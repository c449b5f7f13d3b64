import type { TurnDiff, TurnRecord } from '../../../src/protocol/records/work.js';

/** What a turn changed in files; null where it changed nothing, or it could not be told. */
export function diffOf({ diff }: Pick<TurnRecord, 'diff'>): TurnDiff | null {
  return diff === undefined || diff.files.length === 0 ? null : diff;
}

/** Lines of the patch from its first change on; what stands before it repeats the path. */
export function changedLines(patch: string): readonly string[] {
  const lines = patch.trimEnd().split('\n');
  const first = lines.findIndex((line) => line.startsWith('@@'));
  return first < 0 ? lines : lines.slice(first);
}

/** What a line of a unified diff says. */
export function lookOf(line: string): string {
  if (line.startsWith('@@')) return 'hunk';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : '';
}
