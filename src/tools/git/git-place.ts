import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { beginningOf } from './beginning-of.js';
import { recordsFilesOf } from './recorded-files.js';
import { namedWorkTree } from './named-work-tree.js';

/** Bytes read of a file that names a directory. */
const pointerBytes = 8192;

/** The kind of `.git` entry in a directory. */
export type GitPlace =
  /** Not a repository for git: it looks further up. */
  | 'none'
  /** Git would use it, but nothing shows that it belongs to this directory. */
  | 'refused'
  | { readonly gitDirectory: string };

interface PlaceQuery {
  readonly directory: string;
  readonly inherited: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Examines `.git` in a directory: a git directory, or a file that names one. Anyone who can write
 * files could name somebody else's repository, so such a file is followed only if the repository
 * names this directory in turn, or has recorded its files. Links are not followed.
 */
export async function gitPlaceIn(query: PlaceQuery): Promise<GitPlace> {
  const candidate = path.join(query.directory, '.git');
  const stats = await lstat(candidate).catch(() => undefined);
  if (stats === undefined) return 'none';
  if (stats.isDirectory()) return ownPlace(candidate);
  const gitDirectory = stats.isFile() ? await pointedAt(candidate) : null;
  if (gitDirectory === null) return 'refused';
  const isMutual =
    (await isWorktree(gitDirectory, candidate)) || (await isWorkTreeOf(gitDirectory, query));
  return isMutual ? { gitDirectory } : 'refused';
}

/** A directory without a repository's contents is not one for git either. */
async function ownPlace(gitDirectory: string): Promise<GitPlace> {
  for (const name of ['HEAD', 'objects', 'refs']) {
    if (!(await exists(path.join(gitDirectory, name)))) return 'none';
  }
  return (await usesAnother(gitDirectory)) ? 'refused' : { gitDirectory };
}

/** The directory named by a `.git` file, as git reads it. */
export async function pointedAt(file: string): Promise<string | null> {
  const content = await beginningOf(file, pointerBytes);
  const [, target] = /^gitdir: ([^\r\n]+)/.exec(content) ?? [];
  return target === undefined ? null : canonical(path.resolve(path.dirname(file), target));
}

/** True for `git worktree`: its directory lies inside the repository and names the file. */
async function isWorktree(gitDirectory: string, file: string): Promise<boolean> {
  const common = await namedIn(gitDirectory, 'commondir');
  if (common === null || path.dirname(gitDirectory) !== path.join(common, 'worktrees')) {
    return false;
  }
  const back = await namedIn(gitDirectory, 'gitdir');
  return back !== null && back === (await canonical(file));
}

/** True for a submodule, or a separate git directory. */
async function isWorkTreeOf(gitDirectory: string, query: PlaceQuery): Promise<boolean> {
  if (await usesAnother(gitDirectory)) return false;
  const named = await namedWorkTree({ ...query, gitDirectory });
  if (named === undefined)
    return recordsFilesOf({ ...query, gitDirectory, workTree: query.directory });
  const there = await canonical(path.resolve(gitDirectory, named));
  return there !== null && there === (await canonical(query.directory));
}

/** True if history and branches are those of another git directory. */
function usesAnother(gitDirectory: string): Promise<boolean> {
  return exists(path.join(gitDirectory, 'commondir'));
}

/** The path in a file of a git directory; null: there is none, or it leads nowhere. */
async function namedIn(gitDirectory: string, name: string): Promise<string | null> {
  const content = await beginningOf(path.join(gitDirectory, name), pointerBytes);
  const [target = ''] = content.split(/[\r\n]/, 1);
  return target === '' ? null : canonical(path.resolve(gitDirectory, target));
}

function canonical(candidate: string): Promise<string | null> {
  return realpath(candidate).catch(() => null);
}

function exists(candidate: string): Promise<boolean> {
  return lstat(candidate).then(
    () => true,
    () => false,
  );
}
