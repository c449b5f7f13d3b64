import { RefusedError } from '../../platform/errors/office-error.js';
import { hasUnseen, spelled } from '../../platform/text/spelling.js';
import { withoutEnd } from '../../platform/text/without-end.js';
import { globTexts } from '../../protocol/texts/searches.js';
import { compileGlob } from './glob-machine.js';
import type { GlobPiece, GlobPieces } from './glob-machine.js';
import { bracketsOf, eitherOf, folded, piecesOf, textPieces } from './glob-pieces.js';

/**
 * A test for paths with `/` between their parts.
 * @param path as a search names it, relative to where it began
 * @param whole the same relative to the workspace
 */
export type PathTest = (path: string, whole?: string) => boolean;

/** Whether a walk leaves out what it meets. */
export type Exclusion = (path: string, whole: string, isDirectory: boolean) => boolean;

/**
 * Patterns of file names, as a list with commas: `*` within a part of the path, `**` across parts,
 * `?` one character, classes, braces, `@(a|b)`. A pattern without a slash matches at any depth, one
 * with a slash at its end everything below; one that begins with `!` takes out what the others
 * match; an empty one matches everything. What is called exactly like the pattern always matches.
 *
 * No library does this: those that make expressions of JavaScript (picomatch, zeptomatch) are kept
 * busy for hours by a hostile pattern, and minimatch 11, whose parts match in linear time, multiplies
 * the braces out: 100 alternatives of 500 characters take it half a second for one path. Here all
 * possibilities are followed at once: time is the length of the path times that of the pattern.
 *
 * @param roots of the workspace, which absolute patterns begin with
 * @throws RefusedError for what is not supported
 */
export function globMatcher(pattern: string, roots: readonly string[] = []): PathTest {
  const { wanted, unwanted, name } = compiledList(pattern, roots);
  return (path, whole = path) => {
    const forms = hasUnseen(whole)
      ? [comparable(path, whole), comparable(spelled(path), spelled(whole))]
      : [comparable(path, whole)];
    if (forms.some(({ below, full }) => below === name || full === name)) return true;
    return forms.some(wanted) && !forms.some(unwanted);
  };
}

/**
 * As `globMatcher`, for what a walk leaves out; an empty one leaves out nothing. A directory all of
 * whose content would be left out is left out itself.
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

/** What may be wrong with a pattern that found nothing. */
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

/** A path as it is compared: relative to where the search began, and to the workspace. */
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
  /** The pattern, if it is meant literally. */
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

/** The patterns of a list, without empty ones. */
function listed(pattern: string): readonly string[] {
  const { commas } = bracketsOf(pattern);
  const ends = [...commas, pattern.length];
  const parts = ends.map((end, index) => pattern.slice((ends[index - 1] ?? -1) + 1, end).trim());
  return parts.flatMap(wordsOf).filter((part) => part !== '' && part !== '!');
}

/** Patterns with blanks between them; a blank in a name is none between patterns. */
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

/** An absolute pattern inside the workspace, from there on and with its slash. */
function withoutRoot(pattern: string, roots: readonly string[]): string {
  const root = roots.find((one) => pattern === one || pattern.startsWith(`${one}/`));
  return root === undefined ? pattern : pattern.slice(root.length) || '/';
}

/** A pattern as it stands, and at any depth as far as it has no slash. */
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

/** The pieces without the branches that have a slash; undefined: nothing is left. */
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
