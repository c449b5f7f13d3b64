import { RefusedError } from '../../platform/errors/office-error.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import type { OpenDirectory } from '../../platform/paths/open-directory.js';
import { toolTexts } from '../../protocol/texts.js';
import { isWalked } from './never-walked.js';

/** Each level of a walk keeps a directory open. */
const maxDepth = 100;

/** A file met on a walk; good until the walk goes on. */
export interface WalkedFile {
  /** Relative to where the walk began, parts joined with `/`. */
  readonly path: string;
  readonly name: string;
  readonly directory: OpenDirectory;
}

export interface Walk {
  /** Relative to the workspace; prepended to the paths that are reported. */
  readonly start: string;
  readonly files: AsyncGenerator<WalkedFile>;
}

export interface WalkOptions {
  readonly workspaceRoot: string;
  /** The directory to begin at, as the model named it. */
  readonly path: string;
  /** A directory of this path is not entered, a file not met. */
  readonly excluded?: (path: string) => boolean;
  /** Ends the walk early, between two files. */
  readonly signal: AbortSignal;
}

/**
 * Every regular file below a directory of the workspace, by name, each directory in turn. Links
 * are neither followed nor met, and a directory that cannot be opened is passed over.
 *
 * @throws RefusedError when the path is refused, missing or no directory.
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
  return { start, files: filesBelow(found.directory, '', 0, options) };
}

/** A path met on a walk, relative to the workspace. */
export function inWorkspace(start: string, path: string): string {
  return start === '.' ? path : `${start}/${path}`;
}

async function* filesBelow(
  directory: OpenDirectory,
  prefix: string,
  depth: number,
  options: WalkOptions,
): AsyncGenerator<WalkedFile> {
  const { excluded, signal } = options;
  try {
    const entries = await directory.entries();
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (signal.aborted) return;
      const { name } = entry;
      const path = prefix + name;
      if (excluded?.(path)) continue;
      if (entry.isFile()) yield { path, name, directory };
      if (!entry.isDirectory() || !isWalked(name) || depth === maxDepth) continue;
      const child = await directory.openDirectory(name).catch(() => undefined);
      if (child) yield* filesBelow(child, `${path}/`, depth + 1, options);
    }
  } finally {
    await directory.close();
  }
}
