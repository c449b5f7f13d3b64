import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readlink, symlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { RefusedError } from '#platform/errors/office-error.js';
import { isMissing } from '#platform/paths/errno.js';
import { worktreeTexts } from '#protocol/texts/worktrees.js';

const copiesAtOnce = 16;
const bytesPerMb = 1024 * 1024;

interface CopyOrder {
  /** Work tree of the user's repository. */
  readonly from: string;
  /** An empty folder that no other process uses yet. */
  readonly to: string;
  /** Paths as git lists them, relative to the work tree; missing files are left out. */
  readonly names: readonly string[];
  readonly mostMb: number;
  readonly signal: AbortSignal;
}

/**
 * Copies files and links with their permissions and times, sharing blocks where the file system can.
 * Links are not followed, and paths below a link are left out. Folders that are repositories
 * themselves stay empty.
 * @returns number of files and links
 * @throws RefusedError if they are too large together; the signal's reason
 */
export async function copyBeginState(order: CopyOrder): Promise<number> {
  const copy = new Copy(order);
  const atOnce = pLimit(copiesAtOnce);
  try {
    await Promise.all(order.names.map((name) => atOnce(() => copy.take(name))));
  } finally {
    atOnce.clearQueue();
  }
  return copy.taken;
}

class Copy {
  taken = 0;
  private bytes = 0;
  /** By path: whether it is a directory in the work tree. The first look also makes the copy. */
  private readonly directories = new Map<string, Promise<boolean>>();

  constructor(private readonly order: CopyOrder) {}

  async take(name: string): Promise<void> {
    const { from, to, mostMb, signal } = this.order;
    signal.throwIfAborted();
    if (!(await this.isDirectory(path.dirname(name)))) return;
    const [source, target] = [path.join(from, name), path.join(to, name)];
    const stats = await statsOf(source);
    if (stats === null) return;
    if (stats.isSymbolicLink()) await symlink(await readlink(source, 'buffer'), target);
    else if (stats.isFile()) {
      this.bytes += stats.size;
      if (this.bytes > mostMb * bytesPerMb) {
        throw new RefusedError(worktreeTexts.reasons.tooLarge(mostMb));
      }
      await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      await utimes(target, stats.atime, stats.mtime);
    } else {
      if (stats.isDirectory()) await this.isDirectory(name);
      return;
    }
    this.taken += 1;
  }

  private isDirectory(name: string): Promise<boolean> {
    const known = this.directories.get(name) ?? this.makeDirectory(name);
    this.directories.set(name, known);
    return known;
  }

  private async makeDirectory(name: string): Promise<boolean> {
    if (name === '.') return true;
    if (!(await this.isDirectory(path.dirname(name)))) return false;
    const stats = await statsOf(path.join(this.order.from, name));
    if (stats?.isDirectory() !== true) return false;
    // The owner must be able to write into it.
    const mode = (stats.mode & 0o7777) | 0o700;
    await mkdir(path.join(this.order.to, name), { mode });
    return true;
  }
}

async function statsOf(file: string) {
  try {
    return await lstat(file);
  } catch (thrown) {
    if (isMissing(thrown)) return null;
    throw thrown;
  }
}
