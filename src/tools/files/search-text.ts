import { PatternSearch } from './pattern-search.js';
import { isBinary, readAtMost, splitLines } from './read-text.js';
import type { WalkedFile } from './walk.js';
import { inWorkspace, walk } from './walk.js';
import type { WalkOptions } from './walk.js';

/** For a whole search, whatever the pattern and the size of the tree. */
const searchTimeMs = 20_000;

export interface TextSearch extends WalkOptions {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly included: (path: string) => boolean;
  readonly maxFileBytes: number;
  readonly maxMatches: number;
}

export interface FileMatches {
  /** Relative to the workspace. */
  readonly path: string;
  readonly lines: readonly string[];
  /** Indices of the matching lines, ascending. */
  readonly matching: readonly number[];
}

export interface TextMatches {
  readonly files: readonly FileMatches[];
  readonly scanned: number;
  /** There are more matches than were asked for. */
  readonly truncated: boolean;
}

/**
 * Searches the lines of every text file below a directory for a regular expression. Binary files
 * and files that are too large are passed over.
 *
 * @throws RefusedError when the path or the pattern is refused, or the time is over.
 */
export async function searchText(search: TextSearch): Promise<TextMatches> {
  const { pattern, ignoreCase, included, maxFileBytes, maxMatches } = search;
  const expression = new PatternSearch(
    { source: pattern, flags: ignoreCase ? 'i' : '' },
    searchTimeMs,
  );
  const found: FileMatches[] = [];
  let scanned = 0;
  let left = maxMatches;
  try {
    const { start, files } = await walk(search);
    for await (const file of files) {
      const lines = included(file.path) ? await linesOf(file, maxFileBytes) : undefined;
      if (!lines) continue;
      scanned += 1;
      const matching = await expression.match(lines, left + 1);
      if (matching.length === 0) continue;
      const path = inWorkspace(start, file.path);
      found.push({ path, lines, matching: matching.slice(0, left) });
      left -= matching.length;
      if (left < 0) break;
    }
  } finally {
    await expression.close();
  }
  return {
    files: found.filter(({ matching }) => matching.length > 0),
    scanned,
    truncated: left < 0,
  };
}

async function linesOf(
  { directory, name }: WalkedFile,
  maxBytes: number,
): Promise<readonly string[] | undefined> {
  const file = await directory.openForReading(name).catch(() => undefined);
  if (!file) return undefined;
  try {
    const stats = await file.stat();
    const bytes = stats.isFile() ? await readAtMost(file, stats.size, maxBytes) : undefined;
    return bytes && !isBinary(bytes) ? splitLines(bytes.toString('utf8')) : undefined;
  } finally {
    await file.close();
  }
}
