import { RefusedError } from '../../platform/errors/office-error.js';
import { spelledStrictly } from '../../platform/text/spelling.js';
import { withoutEnd } from '../../platform/text/without-end.js';
import { globTexts } from '../../protocol/texts/searches.js';
import { compileGlob } from './glob-machine.js';
import type { GlobPiece, GlobPieces } from './glob-machine.js';
import { bracketsOf, eitherOf, folded, piecesOf, textPieces } from './glob-pieces.js';

/**
 * A test for paths with `/` as separator.
 * @param path relative to where the search began
 * @param whole relative to the workspace
 */
export type PathTest = (path: string, whole?: string) => boolean;

/** True if a walk skips the path. */
export type Exclusion = (path: string, whole: string, isDirectory: boolean) => boolean;

/**
 * Compiles patterns of file names, as a comma-separated list: `*` within a path part, `**` across
 * parts, `?` one character, classes, braces, `@(a|b)`. A pattern without a slash matches at any
 * depth; one with a trailing slash matches everything below; one with `!` excludes; an empty one
 * matches everything. A literal name always matches.
 *
 * No library does this safely: those that build regular expressions (picomatch, zeptomatch) can be
 * blocked for hours by a hostile pattern; minimatch 11 is linear per part but expands braces: 100
 * alternatives of 500 characters take half a second per path. Here time is the path's length times
 * the pattern's.
 *
 * @param roots workspace paths with which absolute patterns begin
 * @throws RefusedError for unsupported syntax
 */
export function globMatcher(pattern: string, roots: readonly string[] = []): PathTest {
  const { wanted, unwanted, name } = compiledList(pattern, roots);
  return (path, whole = path) => {
    const shown = spelledStrictly(whole);
    const forms =
      shown === whole
        ? [comparable(path, whole)]
        : [comparable(path, whole), comparable(spelledStrictly(path), shown)];
    if (forms.some(({ below, full }) => below === name || full === name)) return true;
    return forms.some(wanted) && !forms.some(unwanted);
  };
}

/**
 * Like `globMatcher`, for paths that a walk skips; an empty one skips nothing. A directory whose
 * whole content is excluded is skipped itself.
 */
export function exclusion(pattern: string, roots: readonly string[] = []): Exclusion | undefined {
  const list = listed(pattern);
  if (list.length === 0) return undefined;
  const negative = list.filter((one) => one.startsWith('!'));
  if (negative.length === list.length) throw new RefusedError(globTexts.onlyNegated(pattern));
  const holds = globMatcher(pattern, roots);
  return (path, whole, isDirectory) =>
    holds(path, whole) || (isDirectory && negative.length === 0 && holds(`${path}/`, `${whole}/`));
}

/** Possible mistakes in a pattern that matched nothing. */
export function globRemarks(pattern: string, roots: readonly string[] = []): readonly string[] {
  const unclosed = new Set(bracketsOf(pattern).unclosed);
  const isRooted = listed(pattern).some(
    (one) => one.startsWith('/') && withoutRoot(one, roots) === one,
  );
  return [
    ...[...unclosed].map(globTexts.unclosed),
    ...(isRooted ? [globTexts.fromWorkspace] : []),
    ...(pattern.includes('\\') ? [globTexts.backslashes] : []),
  ];
}

/** A path relative to the search's start and to the workspace. */
interface Comparable {
  readonly below: string;
  readonly full: string;
}

const comparable = (path: string, whole: string): Comparable => ({
  below: folded(path),
  full: folded(whole),
});

interface CompiledList {
  readonly wanted: (path: Comparable) => boolean;
  readonly unwanted: (path: Comparable) => boolean;
  /** The pattern as a literal name. */
  readonly name: string;
}

function compiledList(pattern: string, roots: readonly string[]): CompiledList {
  const list = listed(pattern);
  if (list.some((one) => one.startsWith('!(')))
    throw new RefusedError(globTexts.noNegatedGroup(pattern));
  const negative = list.filter((one) => one.startsWith('!')).map((one) => one.slice(1));
  const positive = list.filter((one) => !one.startsWith('!'));
  // A comma may be part of a name.
  if (list.length > 1 && negative.length === 0) positive.push(pattern.trim());
  return {
    wanted: positive.length === 0 ? () => true : anyOf(positive, roots),
    unwanted: anyOf(negative, roots),
    name: folded(pattern.trim()),
  };
}

/** The non-empty patterns of a list. */
function listed(pattern: string): readonly string[] {
  const { commas } = bracketsOf(pattern);
  const ends = [...commas, pattern.length];
  const parts = ends.map((end, index) => pattern.slice((ends[index - 1] ?? -1) + 1, end).trim());
  return parts.flatMap(wordsOf).filter((part) => part !== '' && part !== '!');
}

/** Blank-separated patterns; a blank inside a name does not separate. */
function wordsOf(part: string): readonly string[] {
  const words = part.split(/\s+/);
  return words.every((word) => /[*?]/.test(word)) ? words : [part];
}

function anyOf(
  patterns: readonly string[],
  roots: readonly string[],
): (path: Comparable) => boolean {
  const [anchored, relative]: [GlobPieces[], GlobPieces[]] = [[], []];
  for (const pattern of patterns) {
    const rest = withoutRoot(pattern, roots);
    (rest === pattern ? relative : anchored).push(...branchesOf(rest, pattern));
  }
  const inWorkspace = compileGlob([eitherOf(...anchored)]);
  const anywhere = compileGlob([eitherOf(...relative)]);
  return ({ below, full }) =>
    anywhere(below) || (full !== below && anywhere(full)) || inWorkspace(full);
}

/** An absolute pattern inside the workspace, relative to it, with its slash. */
function withoutRoot(pattern: string, roots: readonly string[]): string {
  const root = roots.find((one) => pattern === one || pattern.startsWith(`${one}/`));
  return root === undefined ? pattern : pattern.slice(root.length) || '/';
}

/** The pattern as it is, and at any depth where it has no slash. */
function branchesOf(rest: string, pattern: string): readonly GlobPieces[] {
  if (rest.split('/').includes('..')) throw new RefusedError(globTexts.noParent(pattern));
  const isRooted = rest.startsWith('/');
  const body = rest.replace(/^(?:\.?\/)+/, '');
  if (body === '' || body === '.') return [[{ kind: 'any' }]];
  const isDirectory = body.endsWith('/');
  const pieces = piecesOf(isDirectory ? withoutEnd(body, '/') : body);
  const below: GlobPieces = isDirectory ? [...textPieces('/'), { kind: 'any' }] : [];
  const floating = isRooted ? undefined : withoutSlashes(pieces);
  return [
    [...pieces, ...below],
    ...(floating === undefined ? [] : [[{ kind: 'parts' } as const, ...floating, ...below]]),
  ];
}

/** The pieces without branches that contain a slash; undefined: none remain. */
function withoutSlashes(pieces: GlobPieces): GlobPieces | undefined {
  const kept: GlobPiece[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'parts') return undefined;
    if (piece.kind === 'text' && piece.character === '/') return undefined;
    if (piece.kind !== 'choice') {
      kept.push(piece);
      continue;
    }
    const branches = piece.branches.flatMap((branch) => {
      const rest = withoutSlashes(branch);
      return rest === undefined ? [] : [rest];
    });
    if (branches.length === 0) return undefined;
    kept.push({ ...piece, branches });
  }
  return kept;
}
