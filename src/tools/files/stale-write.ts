import { spelled } from '../../platform/text/spelling.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { failure } from '../checked-tool.js';
import type { ToolContext, ToolResult } from '../tool.js';
import type { StandingFile } from './editable-text.js';
import { splitLines } from './read-text.js';

const shownLines = 20;
const shownCharacters = 300;

/**
 * Refuses a write to a file changed since the turn saw it, and shows the difference, which then
 * counts as seen: the next write succeeds. Null: no objection. Missing and binary files are not
 * compared.
 */
export function staleWrite(
  { views }: Pick<ToolContext, 'views'>,
  file: StandingFile,
): ToolResult | null {
  const seen = views?.seen(file.path);
  if (seen === undefined || file.text === null || file.text === seen) return null;
  return changedSince({ views }, { ...file, text: seen }, file);
}

/** Refuses a write to a changed file; its content counts as seen afterwards. */
export function changedSince(
  { views }: Pick<ToolContext, 'views'>,
  before: StandingFile,
  now: StandingFile,
): ToolResult {
  if (now.text !== null) views?.note(now.path, now.text);
  const difference = changedLines(before.text ?? '', now.text ?? '');
  return failure(toolTexts.changedSinceRead(now.path, difference));
}

/** The lines from the first to the last difference, `-` before and `+` now. */
function changedLines(before: string, after: string): string {
  const [old, now] = [splitLines(before), splitLines(after)];
  let first = 0;
  while (first < old.length && old[first] === now[first]) first += 1;
  let same = 0;
  const most = Math.min(old.length, now.length) - first;
  while (same < most && old.at(-1 - same) === now.at(-1 - same)) same += 1;
  return [
    `@@ line ${first + 1} @@`,
    ...marked('-', old.slice(first, old.length - same)),
    ...marked('+', now.slice(first, now.length - same)),
  ].join('\n');
}

function marked(mark: string, lines: readonly string[]): string[] {
  const shown = lines
    .slice(0, shownLines)
    .map((line) => mark + spelled(line.slice(0, shownCharacters)));
  const left = lines.length - shown.length;
  return left > 0 ? [...shown, toolTexts.moreLines(mark, left)] : shown;
}
