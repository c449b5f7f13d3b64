import type { FileHandle } from 'node:fs/promises';
import { isMissing } from '../../platform/paths/errno.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { exclusion, globMatcher, globRemarks } from './glob.js';
import { LeftOut } from './left-out.js';
import { isShownWhole, shownLine } from './match-line.js';
import { PatternSearch } from './pattern-search.js';
import type { Place } from './pattern-search.js';
import { searchParts } from './search-parts.js';
import type { SearchPart } from './search-parts.js';
import { isSecretFile } from '../secrets/secret-names.js';
import type { ToolContext } from '../tool.js';
import { inWorkspace, walk, workspaceRoots } from './walk.js';

/** Limit of a whole search, ms. */
const searchTimeMs = 20_000;

/** Characters of text per question; up to one more part may be added. */
const batchCharacters = 4 * 1024 * 1024;

/** Size of one file, and of all files over a megabyte together. */
const maxFileBytes = 64 * 1024 * 1024;
const maxLargeBytes = 256 * 1024 * 1024;
const largeBytes = 1024 * 1024;
/** Size of a file named explicitly. */
const maxNamedBytes = 1024 * 1024 * 1024;

/** Matches located in the long lines of a batch. */
const maxPlaces = 2000;

/** For models, which write JavaScript's expressions by default. */
export const patternDescription = 'As ripgrep takes it: no look-around; a literal { is \\{.';

export interface TextSearch {
  readonly workspaceRoot: string;
  /** A directory or a file. */
  readonly path: string;
  readonly pattern: string;
  readonly ignoreCase: boolean;
  /** Patterns of file names; empty: all and none. */
  readonly include: string;
  readonly exclude: string;
  /** Context lines around each match. */
  readonly context: number;
  readonly maxMatches: number;
  /** Matches to skip. */
  readonly offset: number;
  readonly signal: AbortSignal;
  /** Files that are searched only when they are named. */
  readonly hidden?: ToolContext['hidden'];
}

export interface FileMatches {
  /** Relative to the workspace. */
  readonly path: string;
  /** Matching and context lines by index, in their shown form. */
  readonly lines: ReadonlyMap<number, string>;
  /** Indices of the matching lines, ascending. */
  readonly matching: readonly number[];
}

export interface TextMatches {
  readonly files: readonly FileMatches[];
  readonly scanned: number;
  /** True if there are more matches. */
  readonly truncated: boolean;
  /** Possible mistakes in the file name patterns. */
  readonly remarks: readonly string[];
  readonly leftOut: LeftOut;
}

/**
 * Searches a text file, or all text files below a directory, for a regular expression. Binary and
 * too large files are reported.
 *
 * @throws RefusedError if the path or a pattern is refused, or the time is over.
 */
export async function searchText(search: TextSearch): Promise<TextMatches> {
  const { pattern, ignoreCase, maxMatches, offset, signal, context } = search;
  const limits = { timeMs: searchTimeMs, signal };
  const expression = await PatternSearch.start({ source: pattern, ignoreCase }, limits);
  const roots = await workspaceRoots(search.workspaceRoot);
  const met: Met = { leftOut: new LeftOut(), scanned: 0 };
  const found = new Map<string, FoundInFile>();
  let passed = 0;
  let left = maxMatches;
  for await (const batch of batches(textParts(search, roots, met))) {
    const places = await expression.match(searchedLines(batch), offset - passed + left + 1);
    const passing = Math.min(offset - passed, places.length);
    passed += passing;
    const kept = perPart(batch, places.slice(passing, passing + left));
    const others = await placesInLong(expression, kept);
    for (const one of kept) keep(found, one, others, context);
    left -= places.length - passing;
    if (left < 0) break;
  }
  // Without files the pattern has not been checked yet.
  if (met.scanned === 0) await expression.match([], 1);
  const remarks = [search.include, search.exclude].flatMap((glob) => globRemarks(glob, roots));
  const files = [...found].map(([path, matches]) => ({ path, ...matches }));
  return { files, ...met, truncated: left < 0, remarks };
}

/** The outcome for the files found. */
interface Met {
  readonly leftOut: LeftOut;
  scanned: number;
}

interface TextPart extends SearchPart {
  readonly path: string;
}

async function* textParts(
  search: TextSearch,
  roots: readonly string[],
  met: Met,
): AsyncGenerator<TextPart> {
  let room = maxLargeBytes;
  for await (const { path, isNamed, open } of searchedFiles(search, roots, met.leftOut)) {
    await using file = await open().catch((error: unknown) => {
      if (!isMissing(error)) met.leftOut.noteFile(path, 'unreadable');
      return undefined;
    });
    const stats = await file?.stat();
    if (!file || !stats?.isFile()) continue;
    const most = isNamed
      ? maxNamedBytes
      : stats.size > largeBytes
        ? Math.min(maxFileBytes, room)
        : largeBytes;
    const parts = await searchParts(file, stats.size, most);
    if (typeof parts === 'string') {
      met.leftOut.noteFile(path, parts);
      continue;
    }
    if (stats.size > largeBytes) room -= stats.size;
    met.scanned += 1;
    for await (const part of parts) yield { ...part, path };
  }
}

interface SearchedFile {
  readonly path: string;
  readonly isNamed: boolean;
  readonly open: () => Promise<FileHandle>;
}

async function* searchedFiles(
  search: TextSearch,
  roots: readonly string[],
  leftOut: LeftOut,
): AsyncGenerator<SearchedFile> {
  const included = globMatcher(search.include, roots);
  const excluded = exclusion(search.exclude, roots);
  const root = new ConfinedRoot(search.workspaceRoot);
  const path = root.relative(await root.check(search.path));
  const named = await root.find(search.path);
  if (named.kind === 'file') {
    yield { path, isNamed: true, open: () => Promise.resolve(named.file) };
    return;
  }
  if (named.kind === 'directory') await named.directory.close();
  const { start, files } = await walk({ ...search, excluded, leftOut });
  const isHidden = hiddenTest(search);
  for await (const { path: below, name, directory } of files) {
    const whole = inWorkspace(start, below);
    if (!included(below, whole)) continue;
    if (await isHidden(whole)) {
      leftOut.noteFile(whole, 'secret');
      continue;
    }
    yield { path: whole, isNamed: false, open: () => directory.openForReading(name) };
  }
}

/** Looks for hidden files only if a name looks like one. */
function hiddenTest({
  hidden,
  signal,
}: Pick<TextSearch, 'hidden' | 'signal'>): (path: string) => Promise<boolean> {
  let listing: Promise<ReadonlySet<string>> | undefined;
  return async (path) => {
    if (hidden === undefined || !isSecretFile(path)) return false;
    listing ??= hidden.list(signal).then((paths) => new Set(paths));
    return (await listing).has(path);
  };
}

/** Groups parts into batches. */
async function* batches(parts: AsyncIterable<TextPart>): AsyncGenerator<TextPart[]> {
  let batch: TextPart[] = [];
  let characters = 0;
  for await (const part of parts) {
    batch.push(part);
    for (const line of part.lines) characters += line.length + 1;
    if (characters < batchCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

function searchedLines(batch: readonly TextPart[]): string[] {
  return batch.flatMap(({ lines, from, to }) => lines.slice(from, to));
}

/** Matches in a part. */
interface FoundInPart {
  readonly part: TextPart;
  /** Relative to the part's lines. */
  readonly places: readonly Place[];
}

/** Distributes a batch's matches to its parts. */
function perPart(batch: readonly TextPart[], places: readonly Place[]): FoundInPart[] {
  const found: FoundInPart[] = [];
  let first = 0;
  let at = 0;
  for (const part of batch) {
    const end = first + part.to - part.from;
    const own: Place[] = [];
    for (let place = places[at]; place !== undefined && place.line < end; place = places[at]) {
      own.push({ ...place, line: place.line - first + part.from });
      at += 1;
    }
    if (own.length > 0) found.push({ part, places: own });
    first = end;
  }
  return found;
}

/** Further matches in lines that are too long to be shown whole. */
async function placesInLong(
  expression: PatternSearch,
  found: readonly FoundInPart[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const matching = found.flatMap(({ part, places }) =>
    places.map(({ line }) => part.lines[line] ?? ''),
  );
  const long = [...new Set(matching)].filter((line) => !isShownWhole(line));
  if (long.length === 0) return new Map();
  const places = await expression.places(long, maxPlaces);
  const perLine = Map.groupBy(places, ({ line }) => long[line] ?? '');
  return new Map([...perLine].map(([line, all]) => [line, all.map(({ byte }) => byte)]));
}

interface FoundInFile {
  readonly lines: Map<number, string>;
  readonly matching: number[];
}

/** Keeps matching and context lines in their shown form, and drops the rest of the text. */
function keep(
  found: Map<string, FoundInFile>,
  { part, places }: FoundInPart,
  others: ReadonlyMap<string, readonly number[]>,
  context: number,
): void {
  const file = found.get(part.path) ?? { lines: new Map<number, string>(), matching: [] };
  found.set(part.path, file);
  for (const { line, byte } of places) {
    const text = part.lines[line] ?? '';
    file.matching.push(part.first + line);
    file.lines.set(part.first + line, shownMatch(text, others.get(text) ?? [byte]));
    const around = part.lines.slice(Math.max(0, line - context), line + context + 1);
    for (const [index, near] of around.entries()) {
      const at = part.first + Math.max(0, line - context) + index;
      if (!file.lines.has(at)) file.lines.set(at, copied(shownLine(near)));
    }
  }
}

function shownMatch(text: string, bytes: readonly number[]): string {
  if (isShownWhole(text)) return copied(shownLine(text));
  return copied(shownLine(text, charactersAt(text, bytes)));
}

/** Converts ascending byte offsets to character positions. */
function charactersAt(text: string, bytes: readonly number[]): number[] {
  const encoded = Buffer.from(text);
  let [byte, character] = [0, 0];
  return bytes.map((at) => {
    character += encoded.toString('utf8', byte, at).length;
    byte = Math.max(byte, at);
    return character;
  });
}

/** Copied, because a slice keeps the whole text in memory. */
function copied(text: string): string {
  return structuredClone(text);
}
