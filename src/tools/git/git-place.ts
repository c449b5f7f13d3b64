import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { beginningOf } from './beginning-of.js';
import { recordsFilesOf } from './recorded-files.js';
import { namedWorkTree } from './named-work-tree.js';

/** Bytes read of a file that names a directory. */
const pointerBytes = 8192;

/** What stands under the name `.git` in a directory. */
export type GitPlace =
  /** Nothing that git would take for a repository: it looks further up. */
  | 'none'
  /** Something that git would use, and that nothing shows to be this directory's. */
  | 'refused'
  | { readonly gitDirectory: string };

interface PlaceQuery {
  readonly directory: string;
  readonly inherited: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * What `.git` in a directory is: a git directory, or a file that names one. Whoever may write files
 * can write one that names somebody else's repository, so it is followed only where the repository
 * names this directory in turn, or has recorded its very files. A link is not followed.
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

/** A directory without what every repository has is none to git either. */
async function ownPlace(gitDirectory: string): Promise<GitPlace> {
  for (const name of ['HEAD', 'objects', 'refs']) {
    if (!(await exists(path.join(gitDirectory, name)))) return 'none';
  }
  return (await usesAnother(gitDirectory)) ? 'refused' : { gitDirectory };
}

/** The directory that a `.git` file names, as git reads it. */
export async function pointedAt(file: string): Promise<string | null> {
  const content = await beginningOf(file, pointerBytes);
  const [, target] = /^gitdir: ([^\r\n]+)/.exec(content) ?? [];
  return target === undefined ? null : canonical(path.resolve(path.dirname(file), target));
}

/** Added by `git worktree`: its part of the repository stands where they stand, and names the file. */
async function isWorktree(gitDirectory: string, file: string): Promise<boolean> {
  const common = await namedIn(gitDirectory, 'commondir');
  if (common === null || path.dirname(gitDirectory) !== path.join(common, 'worktrees')) {
    return false;
  }
  const back = await namedIn(gitDirectory, 'gitdir');
  return back !== null && back === (await canonical(file));
}

/** A submodule, or one whose git directory was put elsewhere. */
async function isWorkTreeOf(gitDirectory: string, query: PlaceQuery): Promise<boolean> {
  if (await usesAnother(gitDirectory)) return false;
  const named = await namedWorkTree({ ...query, gitDirectory });
  if (named === undefined)
    return recordsFilesOf({ ...query, gitDirectory, workTree: query.directory });
  const there = await canonical(path.resolve(gitDirectory, named));
  return there !== null && there === (await canonical(query.directory));
}

/** Whether history and branches are those of another git directory. */
function usesAnother(gitDirectory: string): Promise<boolean> {
  return exists(path.join(gitDirectory, 'commondir'));
}

/** The path that a file of a git directory holds; null: there is none, or nothing stands there. */
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
