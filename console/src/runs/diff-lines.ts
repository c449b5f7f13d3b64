import type { TurnRecord } from '#protocol/records/work.js';
import type { TurnDiff } from '#protocol/records/file-changes.js';
import { readablePatch } from '#protocol/rules/readable-patch.js';
import { plural } from '../app/format.js';

/** Maximum number of shown characters per line; a generated file can be one line. */
const lineLength = 2000;

/** The diff of a turn; null if it changed nothing or the change is not known. */
export function diffOf({ diff }: Pick<TurnRecord, 'diff'>): TurnDiff | null {
  return diff === undefined || diff.files.length === 0 ? null : diff;
}

/** The patch from its first hunk on; the lines before it repeat the path. */
export function changedLines(patch: string): readonly string[] {
  const lines = readablePatch(patch).replace(/\n$/, '').split('\n');
  const first = lines.findIndex((line) => line.startsWith('@@'));
  return (first < 0 ? lines : lines.slice(first)).map(shortened);
}

function shortened(line: string): string {
  const more = line.length - lineLength;
  return more <= 0 ? line : `${line.slice(0, lineLength)} … ${plural(more, 'more character')}`;
}

/** The kind of a line in a unified diff. */
export function lookOf(line: string): string {
  if (line.startsWith('@@')) return 'hunk';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : '';
}
