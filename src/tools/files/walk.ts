import type { Dirent } from 'node:fs';
import { realpath } from 'node:fs/promises';
import nodePath from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { RefusedError } from '../../platform/errors/office-error.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import type { OpenDirectory } from '../../platform/paths/open-directory.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import type { Exclusion } from './glob.js';
import { isIgnored, repositoryRules, rulesIn } from './gitignore.js';
import type { GitignoreRules } from './gitignore.js';
import type { LeftOut, UnwalkedReason } from './left-out.js';

/** Each level of a walk keeps a directory open. */
const maxDepth = 100;

/** A file found by a walk; valid until the walk continues. */
interface WalkedFile {
  /** Relative to the walk's start, joined with `/`. */
  readonly path: string;
  readonly name: string;
  readonly directory: OpenDirectory;
}

interface Walk {
  /** Start of the walk relative to the workspace; prefix of reported paths. */
  readonly start: string;
  readonly files: AsyncGenerator<WalkedFile>;
}

export interface WalkOptions {
  readonly workspaceRoot: string;
  /** The start directory, as the model named it. */
  readonly path: string;
  /** Directories not entered and files not reported. */
  readonly excluded?: Exclusion | undefined;
  /** Receives what the walk skips. */
  readonly leftOut?: LeftOut;
  /** Ends the walk between two files. */
  readonly signal: AbortSignal;
}

/**
 * Walks the regular files below a workspace directory, sorted by name within each directory, except
 * those that `.gitignore` files and `.git/info/exclude` ignore. Links are neither followed nor
 * reported; inaccessible directories are skipped.
 *
 * Libraries, and ripgrep, open directories by path, which a link replaced meanwhile redirects
 * outside, and read any `.gitignore`: a link to an endless device fills the memory. This walk goes
 * from descriptor to descriptor.
 *
 * @throws RefusedError if the path is refused, missing or not a directory.
 */
export async function walk(options: WalkOptions): Promise<Walk> {
  const { path, workspaceRoot } = options;
  const root = new ConfinedRoot(workspaceRoot);
  const start = root.relative(await root.check(path));
  const found = await root.find(path);
  if (found.kind === 'missing') throw new RefusedError(toolTexts.noPath(path));
  if (found.kind === 'file') {
    await found.file.close();
    throw new RefusedError(toolTexts.notADirectory(path));
  }
  const visit = {
    directory: found.directory,
    path: '',
    depth: 0,
    above: await rulesAbove(root, start),
  };
  return { start, files: filesBelow(visit, start, options) };
}

/**
 * The rules above a directory. If they ignore the directory itself, it was named on purpose, and
 * only rules below it count.
 */
export async function rulesAbove(
  root: ConfinedRoot,
  start: string,
): Promise<GitignoreRules | undefined> {
  const parts = start === '.' ? [] : start.split('/');
  let rules = await rulesOfRepository(root);
  for (const index of parts.keys()) {
    const path = parts.slice(0, index).join('/');
    const found = await root.find(path || '.');
    if (found.kind === 'file') await found.file.close();
    if (found.kind !== 'directory') return undefined;
    await using directory = found.directory;
    rules = await rulesIn(directory, path, rules);
    const below = parts.slice(0, index + 1).join('/');
    if (isIgnored(rules, below, true) || !isWalked(parts[index] ?? '')) rules = undefined;
  }
  return rules;
}

async function rulesOfRepository(root: ConfinedRoot): Promise<GitignoreRules | undefined> {
  const found = await root.find('.');
  if (found.kind !== 'directory') return undefined;
  await using directory = found.directory;
  return await repositoryRules(directory);
}

/** Hostile rules over many names may take long, so the event loop gets a turn in between, ms. */
const longestHoldMs = 20;

/** A path of a walk relative to the workspace. */
export function inWorkspace(start: string, path: string): string {
  return start === '.' ? path : `${start}/${path}`;
}

/** Prefixes of absolute patterns for files in the workspace. */
export async function workspaceRoots(workspaceRoot: string): Promise<readonly string[]> {
  const resolved = nodePath.resolve(workspaceRoot);
  const names = [resolved, await realpath(resolved).catch(() => resolved)];
  return [...new Set(names)].map((name) => name.replaceAll(nodePath.sep, '/'));
}

interface Visit {
  readonly directory: OpenDirectory;
  /** Relative to the walk's start; empty there. */
  readonly path: string;
  readonly depth: number;
  readonly above: GitignoreRules | undefined;
}

async function* filesBelow(
  visit: Visit,
  start: string,
  options: WalkOptions,
): AsyncGenerator<WalkedFile> {
  const { excluded, leftOut, signal } = options;
  const { path: at, depth } = visit;
  await using directory = visit.directory;
  const here = at === '' ? (start === '.' ? '' : start) : inWorkspace(start, at);
  const rules = await rulesIn(directory, here, visit.above);
  const entries = await directory.entries();
  let heldSince = performance.now();
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (performance.now() - heldSince > longestHoldMs) {
      await setImmediate();
      heldSince = performance.now();
    }
    if (signal.aborted) return;
    const { name } = entry;
    const path = at === '' ? name : `${at}/${name}`;
    const whole = inWorkspace(start, path);
    if (excluded?.(path, whole, entry.isDirectory())) continue;
    const reason = reasonToPass(entry, isIgnored(rules, whole, entry.isDirectory()), depth);
    if (reason) leftOut?.note(entry.isDirectory() ? `${whole}/` : whole, reason);
    if (reason) continue;
    if (entry.isFile()) yield { path, name, directory };
    if (!entry.isDirectory()) continue;
    const child = await directory.openDirectory(name).catch(() => undefined);
    if (!child) {
      leftOut?.note(`${whole}/`, 'closed');
      continue;
    }
    yield* filesBelow({ directory: child, path, depth: depth + 1, above: rules }, start, options);
  }
}

/** Why an entry is skipped; undefined: it is not. */
function reasonToPass(
  entry: Dirent,
  isIgnoredHere: boolean,
  depth: number,
): UnwalkedReason | undefined {
  if (entry.isDirectory() && !isWalked(entry.name)) return 'neverWalked';
  if (isIgnoredHere) return 'ignored';
  if (entry.isSymbolicLink()) return 'links';
  return entry.isDirectory() && depth === maxDepth ? 'deep' : undefined;
}

const neverWalked: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** True if tools enter a directory of this name when walking a tree. */
export function isWalked(name: string): boolean {
  return !neverWalked.has(name);
}
