import { exclusion, globMatcher, globRemarks } from './glob.js';
import { PatternSearch } from './pattern-search.js';
import { isBinary, readAtMost, splitLines } from './read-text.js';
import type { WalkedFile, WalkOptions } from './walk.js';
import { inWorkspace, walk, workspaceRoots } from './walk.js';

/** For a whole search, whatever the pattern and the size of the tree. */
const searchTimeMs = 20_000;

/** Of text that is held and asked about at once; a file more may come on top. */
const batchCharacters = 4 * 1024 * 1024;

/** For models, which write JavaScript's expressions by default. */
export const patternDescription =
  'In the syntax of ripgrep: no look-around, no back-references; a literal { is \\{.';

export interface TextSearch extends Omit<WalkOptions, 'excluded'> {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  /** Patterns of file names; empty: all of them, and none. */
  readonly include: string;
  readonly exclude: string;
  readonly maxFileBytes: number;
  readonly maxMatches: number;
  /** Matches that are passed over. */
  readonly offset: number;
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
  /** What may be wrong with the patterns of file names. */
  readonly remarks: readonly string[];
}

/**
 * Searches the lines of every text file below a directory for a regular expression. Binary files
 * and files that are too large are passed over.
 *
 * @throws RefusedError when the path or the pattern is refused, or the time is over.
 */
export async function searchText(search: TextSearch): Promise<TextMatches> {
  const { pattern, ignoreCase, maxMatches, offset, signal } = search;
  const limits = { timeMs: searchTimeMs, signal };
  const expression = await PatternSearch.start({ source: pattern, ignoreCase }, limits);
  const files: FileMatches[] = [];
  let scanned = 0;
  let passed = 0;
  let left = maxMatches;
  const roots = await workspaceRoots(search.workspaceRoot);
  for await (const batch of batches(textFiles(search, roots))) {
    scanned += batch.length;
    const matching = await expression.match(
      batch.flatMap(({ lines }) => lines),
      offset - passed + left + 1,
    );
    const passing = Math.min(offset - passed, matching.length);
    passed += passing;
    files.push(...perFile(batch, matching.slice(passing, passing + left)));
    left -= matching.length - passing;
    if (left < 0) break;
  }
  // Without files nothing has looked at the pattern.
  if (scanned === 0) await expression.match([], 1);
  const remarks = [search.include, search.exclude].flatMap((glob) => globRemarks(glob, roots));
  return { files, scanned, truncated: left < 0, remarks };
}

interface TextFile {
  readonly path: string;
  readonly lines: readonly string[];
}

async function* textFiles(search: TextSearch, roots: readonly string[]): AsyncGenerator<TextFile> {
  const included = globMatcher(search.include, roots);
  const { start, files } = await walk({ ...search, excluded: exclusion(search.exclude, roots) });
  for await (const file of files) {
    const path = inWorkspace(start, file.path);
    if (!included(file.path, path)) continue;
    const lines = await linesOf(file, search.maxFileBytes);
    if (lines) yield { path, lines };
  }
}

/** Files to be asked about together. */
async function* batches(files: AsyncIterable<TextFile>): AsyncGenerator<TextFile[]> {
  let batch: TextFile[] = [];
  let characters = 0;
  for await (const file of files) {
    batch.push(file);
    for (const line of file.lines) characters += line.length + 1;
    if (characters < batchCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** The matching lines of files that were asked about as one text. */
function perFile(batch: readonly TextFile[], matching: readonly number[]): FileMatches[] {
  const found: FileMatches[] = [];
  let first = 0;
  let at = 0;
  for (const file of batch) {
    const end = first + file.lines.length;
    const own: number[] = [];
    for (let index = matching[at]; index !== undefined && index < end; index = matching[at]) {
      own.push(index - first);
      at += 1;
    }
    if (own.length > 0) found.push({ ...file, matching: own });
    first = end;
  }
  return found;
}

async function linesOf(
  { directory, name }: WalkedFile,
  maxBytes: number,
): Promise<readonly string[] | undefined> {
  await using file = await directory.openForReading(name).catch(() => undefined);
  if (!file) return undefined;
  const stats = await file.stat();
  const bytes = stats.isFile() ? await readAtMost(file, stats.size, maxBytes) : undefined;
  return bytes && !isBinary(bytes) ? splitLines(bytes.toString('utf8')) : undefined;
}
