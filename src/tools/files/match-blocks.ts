import { matchLine } from './match-line.js';
import type { FileMatches } from './search-text.js';

/** A file's matches with surrounding lines as blocks; adjacent ones are merged. */
export function matchBlocks({ path, lines, matching }: FileMatches, context: number): string[] {
  const matched = new Set(matching);
  return ranges(matching, context).map((range) =>
    range
      .filter((index) => lines.has(index))
      .map((index) => matchLine(path, index, lines.get(index), matched.has(index) ? ':' : '-'))
      .join('\n'),
  );
}

/** Ranges of adjacent line indices, ascending. */
function ranges(matching: readonly number[], context: number): number[][] {
  const merged: number[][] = [];
  for (const index of matching) {
    const last = merged.at(-1);
    const begin = Math.max(0, index - context);
    const end = index + context;
    const lastEnd = last?.at(-1) ?? -Infinity;
    const joins = last !== undefined && begin <= lastEnd + 1;
    const range = joins ? last : [];
    if (!joins) merged.push(range);
    for (let at = joins ? Math.max(begin, lastEnd + 1) : begin; at <= end; at += 1) range.push(at);
  }
  return merged;
}
