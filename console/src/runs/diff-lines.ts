import type { TurnDiff, TurnRecord } from '#protocol/records/work.js';
import { readablePatch } from '#protocol/rules/readable-patch.js';

/** Characters of a line that are shown: one of a made file can be the whole file. */
const lineLength = 2000;

/** What a turn changed in files; null where it changed nothing, or it could not be told. */
export function diffOf({ diff }: Pick<TurnRecord, 'diff'>): TurnDiff | null {
  return diff === undefined || diff.files.length === 0 ? null : diff;
}

/** Lines of the patch from its first change on; what stands before it repeats the path. */
export function changedLines(patch: string): readonly string[] {
  const lines = readablePatch(patch).replace(/\n$/, '').split('\n');
  const first = lines.findIndex((line) => line.startsWith('@@'));
  return (first < 0 ? lines : lines.slice(first)).map(shortened);
}

function shortened(line: string): string {
  const more = line.length - lineLength;
  return more <= 0 ? line : `${line.slice(0, lineLength)} … ${more} more characters`;
}

/** What a line of a unified diff says. */
export function lookOf(line: string): string {
  if (line.startsWith('@@')) return 'hunk';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : '';
}
