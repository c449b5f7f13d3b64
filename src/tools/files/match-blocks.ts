import { matchLine } from './match-line.js';
import type { FileMatches } from './search-text.js';

/**
 * The matches of a file with the lines around them, as blocks; matches whose surroundings touch
 * share a block.
 */
export function matchBlocks({ path, lines, matching }: FileMatches, context: number): string[] {
  const matched = new Set(matching);
  return ranges(matching, context, lines.length).map(([first, end]) =>
    lines
      .slice(first, end)
      .map((line, offset) =>
        matchLine(path, first + offset, line, matched.has(first + offset) ? ':' : '-'),
      )
      .join('\n'),
  );
}

type Range = readonly [first: number, end: number];

function ranges(matching: readonly number[], context: number, total: number): Range[] {
  const merged: Range[] = [];
  for (const index of matching) {
    const first = Math.max(0, index - context);
    const end = Math.min(total, index + context + 1);
    const last = merged.at(-1);
    if (last && first <= last[1]) merged[merged.length - 1] = [last[0], end];
    else merged.push([first, end]);
  }
  return merged;
}
