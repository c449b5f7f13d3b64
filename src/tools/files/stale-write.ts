import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { failure } from '../checked-tool.js';
import type { ToolContext, ToolResult } from '../tool.js';
import { maxViewCharacters } from './file-views.js';
import { readTextFile, splitLines } from './read-text.js';

const shownLines = 20;
const shownCharacters = 300;

/** The turn has seen the file as it is now. */
export async function noteView(
  { views }: Pick<ToolContext, 'views'>,
  root: ConfinedRoot,
  path: string,
  text: string,
): Promise<void> {
  views?.note(root.relative(await root.check(path)), text);
}

/**
 * Refuses a write to a file that somebody changed since the turn saw it, with the difference, which
 * counts as seen: the next write goes through. Null: nothing stands against it.
 */
export async function staleWrite(
  { views, workspaceRoot }: Pick<ToolContext, 'views' | 'workspaceRoot'>,
  path: string,
): Promise<ToolResult | null> {
  const root = new ConfinedRoot(workspaceRoot);
  const name = root.relative(await root.check(path));
  const seen = views?.seen(name);
  if (seen === undefined) return null;
  const now = await textNow(root, path);
  if (now === null || now === seen) return null;
  views?.note(name, now);
  return failure(toolTexts.changedSinceRead(name, changedLines(seen, now)));
}

/** Null for what is gone or no text: writing it anew loses nothing that was seen. */
async function textNow(root: ConfinedRoot, path: string): Promise<string | null> {
  try {
    return (await readTextFile(root, path, maxViewCharacters)).toString('utf8');
  } catch {
    return null;
  }
}

/** The lines between the first and the last that differ, `-` as they were and `+` as they are. */
export function changedLines(before: string, after: string): string {
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
  const shown = lines.slice(0, shownLines).map((line) => mark + line.slice(0, shownCharacters));
  const left = lines.length - shown.length;
  return left > 0 ? [...shown, toolTexts.moreLines(mark, left)] : shown;
}
