import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { gitPlaceIn, type GitPlace } from './git-place.js';
import { trackedBelow } from './guarded-git.js';

/** The repository that a workspace belongs to. */
export interface Repository {
  readonly gitDirectory: string;
  readonly workTree: string;
}

/** The repository of a workspace, as `locateRepository` finds it. Null: there is none. */
export async function findRepository(
  root: string,
  inherited: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Repository | null> {
  const found = await locateRepository(root, inherited, signal);
  return typeof found === 'string' ? null : found;
}

/**
 * The repository that the workspace is the root of, or the nearest one above that tracks files in
 * it: a workspace that merely lies in somebody's repository is none of its business. Worktrees,
 * submodules and those with their git directory elsewhere are repositories like others. Refused: git
 * would use one that nothing shows to be that directory's.
 */
export async function locateRepository(
  root: string,
  inherited: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Repository | 'none' | 'refused'> {
  const { directory, place } = await nearestPlace(root, inherited, signal);
  if (place === 'none') return (await unfinishedOwn(root)) ?? 'none';
  if (place === 'refused') return place;
  const repository = { gitDirectory: place.gitDirectory, workTree: directory };
  if (directory === path.resolve(root)) return repository;
  const isTracked = await trackedBelow({ ...repository, root, inherited, signal });
  return isTracked ? repository : 'none';
}

/** A `.git` directory that lacks what a repository has is the workspace's all the same: git says what is wrong. */
async function unfinishedOwn(root: string): Promise<Repository | null> {
  const gitDirectory = path.join(path.resolve(root), '.git');
  const stats = await lstat(gitDirectory).catch(() => undefined);
  return stats?.isDirectory() === true ? { gitDirectory, workTree: path.resolve(root) } : null;
}

/** Where git would look: what stands above a repository that is refused is not asked. */
async function nearestPlace(
  root: string,
  inherited: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ readonly directory: string; readonly place: GitPlace }> {
  for (let directory = path.resolve(root); ; directory = path.dirname(directory)) {
    const place = await gitPlaceIn({ directory, inherited, signal });
    if (place !== 'none' || path.dirname(directory) === directory) return { directory, place };
  }
}
