import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { trackedBelow } from './guarded-git.js';

/** Bytes read of a file that names a directory. */
const pointerBytes = 8192;

/** The repository that a workspace belongs to. */
export interface Repository {
  /** Its `.git`: a directory, or the file of a worktree that names one. */
  readonly gitDirectory: string;
  readonly workTree: string;
}

/**
 * The repository that the workspace is the root of, or the nearest one above that tracks files in
 * it: a workspace that merely lies in somebody's repository is none of its business. Null: there is
 * none.
 */
export async function findRepository(
  root: string,
  inherited: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Repository | null> {
  for (let directory = path.resolve(root); ; directory = path.dirname(directory)) {
    const gitDirectory = path.join(directory, '.git');
    if (await isGit(gitDirectory)) {
      const repository = { gitDirectory, workTree: directory };
      if (directory === path.resolve(root)) return repository;
      const isTracked = await trackedBelow({ ...repository, root, inherited, signal });
      return isTracked ? repository : null;
    }
    if (path.dirname(directory) === directory) return null;
  }
}

/** A directory, or the file of a worktree that its repository knows; a link is not followed. */
async function isGit(candidate: string): Promise<boolean> {
  const stats = await lstat(candidate).catch(() => undefined);
  if (stats === undefined) return false;
  return stats.isDirectory() || (stats.isFile() && (await isWorktree(candidate)));
}

/** Whether what the file names points back at it: nobody else's repository does. */
async function isWorktree(file: string): Promise<boolean> {
  const [, target] = /^gitdir: (.+)$/m.exec(await beginningOf(file)) ?? [];
  if (target === undefined) return false;
  const directory = path.resolve(path.dirname(file), target);
  const back = (await beginningOf(path.join(directory, 'gitdir'))).trim();
  if (back === '') return false;
  const [here, there] = await Promise.all([
    canonical(file),
    canonical(path.resolve(directory, back)),
  ]);
  return here !== null && here === there;
}

function canonical(candidate: string): Promise<string | null> {
  return realpath(candidate).catch(() => null);
}

/** Empty for what cannot be read, or is no file. */
async function beginningOf(candidate: string): Promise<string> {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  await using file = await open(candidate, flags).catch(() => undefined);
  if (file === undefined || !(await file.stat()).isFile()) return '';
  const { buffer, bytesRead } = await file.read(Buffer.alloc(pointerBytes), 0, pointerBytes, 0);
  return buffer.toString('utf8', 0, bytesRead);
}
