import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { commonDirectory, gitPlaceIn, type GitPlace } from './git-place.js';
import { trackedBelow } from './guarded-git.js';
import { outsidePart } from './outside-parts.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { shownName } from '../../platform/paths/shown-name.js';
import { gitTexts } from '../../protocol/texts/tools.js';

/** A workspace's repository. */
export interface Repository {
  readonly gitDirectory: string;
  readonly workTree: string;
}

/**
 * A workspace's repository according to `locateRepository`. Null: none.
 * @throws RefusedError as that does
 */
export async function findRepository(
  root: string,
  inherited: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Repository | null> {
  const found = await locateRepository(root, inherited, signal);
  return typeof found === 'string' ? null : found;
}

/**
 * The repository whose root the workspace is, or the nearest one above that tracks files in it; a
 * surrounding repository that tracks none is ignored. Worktrees, submodules and separate git
 * directories count. Refused: git would use a repository that cannot be shown to belong to the
 * directory.
 *
 * @throws RefusedError if a part of its git directory makes git read or write outside it.
 */
export async function locateRepository(
  root: string,
  inherited: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Repository | 'none' | 'refused'> {
  const { directory, place } = await nearestPlace(root, inherited, signal);
  if (place === 'refused') return place;
  const repository =
    place === 'none'
      ? await unfinishedOwn(root)
      : { gitDirectory: place.gitDirectory, workTree: directory };
  if (repository === null) return 'none';
  const common = await commonDirectory(repository.gitDirectory);
  for (const directory of new Set([repository.gitDirectory, common])) {
    const outside = await outsidePart(directory);
    if (outside !== null) throw new RefusedError(gitTexts.reachesOutside(shownName(outside)));
  }
  if (repository.workTree === path.resolve(root)) return repository;
  const isTracked = await trackedBelow({ ...repository, root, inherited, signal });
  return isTracked ? repository : 'none';
}

/**
 * An incomplete `.git` directory still counts as the workspace's own: git reports what is wrong.
 */
async function unfinishedOwn(root: string): Promise<Repository | null> {
  const gitDirectory = path.join(path.resolve(root), '.git');
  const stats = await lstat(gitDirectory).catch(() => undefined);
  return stats?.isDirectory() === true ? { gitDirectory, workTree: path.resolve(root) } : null;
}

/** Where git would look; above a refused repository the search stops. */
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
