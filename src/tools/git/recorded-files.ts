import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { type GitCommand, guardedGit } from './guarded-git.js';

/** Recorded files that are checked. */
const maxFiles = 1000;

/** Output of `git ls-files --debug` for a file, after its name. */
const recorded =
  /^ {2}ctime: (\d+):\d+\n {2}mtime: (\d+):\d+\n {2}dev: \d+\tino: (\d+)\n {2}uid: \d+\tgid: \d+\n {2}size: (\d+)\tflags: [\da-f]+\n/;

/**
 * True if a git directory's index was written from this work tree: one of its files has the inode,
 * times and size that git recorded. `git init --separate-git-dir` leaves no other trace of its work
 * tree. Inodes and change times are assigned by the system, so a written, copied or linked file
 * cannot imitate a file elsewhere.
 */
export async function recordsFilesOf(
  command: Omit<GitCommand, 'args' | 'writes' | 'root'>,
): Promise<boolean> {
  const workTree = await realpath(command.workTree);
  const args = ['ls-files', '-z', '--debug'];
  const listing = { ...command, workTree, root: workTree, args, writes: false };
  const { code, stdout } = await guardedGit(listing);
  if (code !== 0) return false;
  const [first = '', ...rest] = stdout.split('\0', maxFiles + 1);
  let name = first;
  for (const piece of rest) {
    const [status, ...fields] = recorded.exec(piece) ?? [];
    if (status === undefined) return false;
    if (fields.join(' ') === (await statusOf(workTree, name))) return true;
    name = piece.slice(status.length);
  }
  return false;
}

/** Status in the index's form of a file in the work tree with a single name. */
async function statusOf(workTree: string, name: string): Promise<string | null> {
  try {
    const file = path.join(workTree, name);
    if ((await realpath(file)) !== file) return null;
    const { ctimeNs, mtimeNs, ino, size, nlink } = await lstat(file, { bigint: true });
    if (nlink !== 1n) return null;
    const low = (value: bigint): bigint => BigInt.asUintN(32, value);
    return [ctimeNs / 1_000_000_000n, mtimeNs / 1_000_000_000n, low(ino), low(size)].join(' ');
  } catch {
    return null;
  }
}
