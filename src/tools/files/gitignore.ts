import { classOf } from './glob-class.js';
import { compileGlob } from './glob-machine.js';
import type { GlobPiece, TextTest } from './glob-machine.js';
import type { OpenDirectory } from '../../platform/paths/open-directory.js';
import { isBinary, readAtMost } from './read-text.js';

/**
 * Evaluates `.gitignore` files. The `ignore` package turns lines into backtracking expressions: one
 * line of six `**` and slash, each before `a/`, with a deep path ran over a minute and blocked the
 * service. It also judges an entry only with its parents, so a nested file cannot re-include a
 * directory. Here our globs match in time bounded by the lengths of path and pattern.
 */
export interface GitignoreRules {
  readonly above: GitignoreRules | undefined;
  /** Length of the directory of the rules in a path, including its slash. */
  readonly prefix: number;
  readonly rules: readonly Rule[];
  /** Number of rules here and above. */
  readonly count: number;
}

interface Rule {
  readonly matches: TextTest;
  readonly negated: boolean;
  readonly directoryOnly: boolean;
  /** A pattern without a slash matches the name only. */
  readonly nameOnly: boolean;
}

const maxFileBytes = 64 * 1024;
/** Rules in effect at one place. */
const maxRules = 1000;
const maxPatternCharacters = 500;
const maxWildcards = 16;

/**
 * The rules of a directory. A `.gitignore` that is a link, binary or too large is ignored; a
 * directory's file takes precedence over those above.
 *
 * @param path directory relative to the workspace; empty for the workspace itself.
 */
export async function rulesIn(
  directory: OpenDirectory,
  path: string,
  above: GitignoreRules | undefined,
): Promise<GitignoreRules | undefined> {
  const left = maxRules - (above?.count ?? 0);
  const rules = parseRules(await readRules(directory, '.gitignore')).slice(0, left);
  if (rules.length === 0) return above;
  const prefix = path === '' ? 0 : path.length + 1;
  return { above, prefix, rules, count: (above?.count ?? 0) + rules.length };
}

/**
 * The rules of `.git/info/exclude` in the workspace's own repository, with the lowest precedence.
 */
export async function repositoryRules(
  workspace: OpenDirectory,
): Promise<GitignoreRules | undefined> {
  await using git = await workspace.openDirectory('.git').catch(() => undefined);
  await using info = await git?.openDirectory('info').catch(() => undefined);
  if (!info) return undefined;
  const rules = parseRules(await readRules(info, 'exclude')).slice(0, maxRules);
  return rules.length === 0
    ? undefined
    : { above: undefined, prefix: 0, rules, count: rules.length };
}

/**
 * True if an entry is ignored, given that its parents are not. The path is relative to the
 * workspace.
 */
export function isIgnored(
  rules: GitignoreRules | undefined,
  path: string,
  isDirectory: boolean,
): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  for (let level = rules; level; level = level.above) {
    const relative = path.slice(level.prefix);
    const rule = level.rules.findLast(
      ({ matches, nameOnly, directoryOnly }) =>
        (isDirectory || !directoryOnly) && matches(nameOnly ? name : relative),
    );
    if (rule) return !rule.negated;
  }
  return false;
}

async function readRules(directory: OpenDirectory, name: string): Promise<string> {
  await using file = await directory.openForReading(name).catch(() => undefined);
  const stats = await file?.stat();
  if (!file || !stats?.isFile()) return '';
  const bytes = await readAtMost(file, stats.size, maxFileBytes);
  return bytes && !isBinary(bytes) ? bytes.toString('utf8') : '';
}

/** Parses a `.gitignore` file in order, skipping lines that git skips. */
function parseRules(text: string): Rule[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .flatMap((line) => parseRule(line) ?? []);
}

function parseRule(line: string): Rule | undefined {
  if (line.startsWith('#') || line.length > maxPatternCharacters) return undefined;
  const trimmed = withoutTrailingSpaces(line);
  const negated = trimmed.startsWith('!');
  const body = negated ? trimmed.slice(1) : trimmed;
  const directoryOnly = body.endsWith('/');
  const pattern = directoryOnly ? body.slice(0, -1) : body;
  const nameOnly = !pattern.includes('/');
  const pieces = piecesOf(pattern.replace(/^\//, ''));
  if (!pieces || pieces.length === 0) return undefined;
  return { matches: compileGlob(pieces), negated, directoryOnly, nameOnly };
}

/** A space after a backslash is kept. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end -= 1;
  let start = end;
  while (line[start - 1] === '\\') start -= 1;
  const isEscaped = (end - start) % 2 === 1;
  return line.slice(0, isEscaped && end < line.length ? end + 1 : end);
}

/** A rule, and so a class in it, has at most 500 characters. */
const pieceExpression =
  /\\[^]|\[[!^]?\]?(?:\\[^]|\[:[a-z]*:\]|[^\\\]]){0,500}\]|(?<=^|\/)\*\*+\/(?:\*\*+\/)*|\*+|\?|[^]/gu;

function piecesOf(pattern: string): GlobPiece[] | undefined {
  const pieces = (pattern.match(pieceExpression) ?? []).map(pieceOf);
  const wildcards = pieces.filter((piece) => piece?.kind === 'some' || piece?.kind === 'parts');
  if (wildcards.length > maxWildcards) return undefined;
  return pieces.every((piece) => piece !== undefined) ? pieces : undefined;
}

/** Undefined for something that keeps the whole pattern from matching. */
function pieceOf(text: string, index: number, all: readonly string[]): GlobPiece | undefined {
  if (text === '\\' || text === '[') return undefined;
  if (text.startsWith('\\')) return { kind: 'text', character: text.slice(1) };
  if (text.startsWith('[')) return classOf(text);
  if (text === '?') return { kind: 'one' };
  if (text.startsWith('**') && text.endsWith('/')) return { kind: 'parts' };
  const begins = all[index - 1]?.endsWith('/') ?? true;
  const ends = all[index + 1] === undefined || all[index + 1] === '\\/';
  if (text.startsWith('**') && begins && ends) return { kind: 'any' };
  return text.startsWith('*') ? { kind: 'some' } : { kind: 'text', character: text };
}
