import { lstat, open, opendir, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { commonDirectory, gitPlaceIn, type GitPlace } from './git-place.js';
import { type GitCommand, guardedGit } from './guarded-git.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { shownName } from '../../platform/paths/shown-name.js';
import { gitTexts } from '../../protocol/texts/tools.js';
import { constants } from 'node:fs';
import { isInside } from '../../platform/paths/resolve-lexically.js';

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

/** Folders of a git directory that the service's git does not read. */
const unread = new Set(['annex', 'hooks', 'lfs', 'modules']);
/** Entries that are looked at, in one folder after another. */
const mostEntries = 50_000;
const mostBytes = 1_000_000;

/** A section of a configuration that reads other files. */
const includes = /(?:^|\])[ \t]*\[include(?:if)?[ \t"\].]/im;

/**
 * The first part of a git directory that makes git read or write outside it, by its name there: a
 * link that leads out, objects or history of another repository, an included configuration. Null:
 * none. Such parts may arrive with an archive or a shared folder.
 */
async function outsidePart(gitDirectory: string): Promise<string | null> {
  const root = await realpath(gitDirectory).catch(() => null);
  if (root === null) return null;
  for (const name of ['objects/info/alternates', 'objects/info/http-alternates']) {
    if (await namesPlaceOutside(root, name)) return name;
  }
  for (const name of ['config', 'config.worktree']) {
    if (includes.test(await textOf(path.join(root, name)))) return `${name} (include.path)`;
  }
  return outsideLink(root);
}

async function namesPlaceOutside(root: string, name: string): Promise<boolean> {
  const lines = (await textOf(path.join(root, name))).split(/[\r\n]+/);
  const places = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const found = places.map((place) => realOf(path.resolve(root, 'objects', place)));
  return (await Promise.all(found)).some((place) => place === null || !isInside(root, place));
}

/** The first link that leads out of the root. More entries than are looked at count as one. */
async function outsideLink(root: string): Promise<string | null> {
  const folders = [''];
  let looked = 0;
  for (const folder of folders) {
    const directory = await opendir(path.join(root, folder)).catch(() => null);
    if (directory === null) continue;
    for await (const entry of directory) {
      const name = path.join(folder, entry.name);
      looked += 1;
      if (looked > mostEntries) return name;
      if (entry.isDirectory() && !(folder === '' && unread.has(entry.name))) folders.push(name);
      if (entry.isSymbolicLink() && !(await leadsInside(root, name))) return name;
    }
  }
  return null;
}

async function leadsInside(root: string, name: string): Promise<boolean> {
  const link = path.join(root, name);
  const target = path.resolve(path.dirname(link), await readlink(link).catch(() => '/'));
  const place = await realOf(target);
  return place !== null && isInside(root, place);
}

/** The real path of a place that need not exist; null: unknown. */
async function realOf(place: string): Promise<string | null> {
  const isThere = (await lstat(place).catch(() => undefined)) !== undefined;
  if (isThere || path.dirname(place) === place) return realpath(place).catch(() => null);
  const above = await realOf(path.dirname(place));
  return above === null ? null : path.join(above, path.basename(place));
}

/** The beginning of a file as text; empty if it is not a file. */
async function textOf(file: string): Promise<string> {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  await using handle = await open(file, flags).catch(() => undefined);
  if (handle === undefined || !(await handle.stat()).isFile()) return '';
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
  return buffer.toString('utf8', 0, bytesRead);
}

/** True if the repository tracks anything in the directory. False also if git fails. */
async function trackedBelow(command: Omit<GitCommand, 'args' | 'writes'>): Promise<boolean> {
  const listing = { ...command, args: ['ls-files', '--', '.'], writes: false };
  const { code, stdout } = await guardedGit(listing);
  return code === 0 && stdout !== '';
}
