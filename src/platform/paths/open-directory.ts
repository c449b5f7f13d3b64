import { constants } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import { access, lstat, mkdir, open, opendir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';

const directoryFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Windows cannot open directories and lacks these flags. */
const opensDirectories = process.platform !== 'win32';

/** Non-blocking, because opening a pipe without a writer would block for ever. */
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const createFlags =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Linux resolves paths relative to an open descriptor, which renames and links cannot redirect. */
const startsAtDescriptor = process.platform === 'linux';

/**
 * An open directory whose entries are reached through its descriptor, one name at a time and never
 * through a link, so that what was checked is what is used: replacing a parent by a link has no
 * effect. Other systems than Linux use the directory's path instead, which leaves a moment between
 * check and use.
 */
export class OpenDirectory implements AsyncDisposable {
  private constructor(
    private readonly handle: FileHandle | null,
    private readonly location: string,
  ) {}

  /** @param location an absolute path whose last part is not a link. */
  static async open(location: string): Promise<OpenDirectory> {
    if (!opensDirectories) return OpenDirectory.named(location);
    const handle = await open(location, directoryFlags);
    const start = startsAtDescriptor ? `/proc/self/fd/${handle.fd}` : location;
    return new OpenDirectory(handle, start);
  }

  private static async named(location: string): Promise<OpenDirectory> {
    if (!(await lstat(location)).isDirectory()) throw notADirectory(location);
    return new OpenDirectory(null, location);
  }

  /** @throws ENOENT, ENOTDIR (also for a link) or ELOOP. */
  openDirectory(name: string): Promise<OpenDirectory> {
    return OpenDirectory.open(this.child(name));
  }

  /** Opens for reading; the caller checks the type and closes it. */
  openForReading(name: string): Promise<FileHandle> {
    return open(this.child(name), readFlags);
  }

  /** Creates a file that must not exist yet. */
  createFile(name: string): Promise<FileHandle> {
    return open(this.child(name), createFlags, 0o666);
  }

  /** Status of the entry itself; links are not followed. */
  look(name: string): Promise<Stats> {
    return lstat(this.child(name));
  }

  /** @throws EACCES if the service may not write to it. */
  assertWritable(name: string): Promise<void> {
    return access(this.child(name), constants.W_OK);
  }

  entries(): Promise<Dirent[]> {
    return readdir(this.location, { withFileTypes: true });
  }

  /** At most this many entries, in no order. */
  async firstEntries(
    most: number,
  ): Promise<{ readonly entries: readonly Dirent[]; readonly more: boolean }> {
    const entries: Dirent[] = [];
    for await (const entry of await opendir(this.location)) {
      if (entries.length === most) return { entries, more: true };
      entries.push(entry);
    }
    return { entries, more: false };
  }

  async createDirectory(name: string): Promise<void> {
    await mkdir(this.child(name));
  }

  async rename(from: string, to: string): Promise<void> {
    await rename(this.child(from), this.child(to));
  }

  /** Moves an entry to an absolute path on the same file system. */
  moveOut(name: string, to: string): Promise<void> {
    return rename(this.child(name), to);
  }

  /**
   * Moves an absolute path on the same file system into this directory, replacing an entry of that
   * name.
   */
  moveIn(from: string, name: string): Promise<void> {
    return rename(from, this.child(name));
  }

  /** @throws ENOTEMPTY or EEXIST if it is not empty. */
  removeDirectory(name: string): Promise<void> {
    return rmdir(this.child(name));
  }

  /** Status of the directory itself. */
  lookAtItself(): Promise<Stats> {
    return this.handle === null ? lstat(this.location) : this.handle.stat();
  }

  /** Path of an entry for calls that take no descriptor; valid while this directory is open. */
  pathOf(name: string): string {
    return this.child(name);
  }

  async remove(name: string): Promise<void> {
    await rm(this.child(name), { force: true });
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private child(name: string): string {
    return path.join(this.location, name);
  }
}

function notADirectory(location: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`ENOTDIR: not a directory, ${location}`), { code: 'ENOTDIR' });
}
