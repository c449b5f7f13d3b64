import { constants } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import { access, lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';

const directoryFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Windows opens no directories, and has none of these flags. */
const opensDirectories = process.platform !== 'win32';

/** A pipe without a writer would hold a plain open for ever. */
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const createFlags =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Linux lets a path start at an open descriptor, which no renaming or linking can redirect. */
const startsAtDescriptor = process.platform === 'linux';

/**
 * An open directory whose children are reached from its descriptor, one name at a time and never
 * through a link. What was checked is thus what is used: swapping a parent directory for a link
 * afterwards redirects nothing. Where the system has no such paths (anything but Linux) the
 * directory's path stands in for the descriptor, which leaves a moment between check and use.
 */
export class OpenDirectory implements AsyncDisposable {
  private constructor(
    private readonly handle: FileHandle | null,
    private readonly location: string,
  ) {}

  /** @param location absolute, its own last part not a link. */
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

  /** @throws an errno of ENOENT, ENOTDIR (also for a link) or ELOOP. */
  openDirectory(name: string): Promise<OpenDirectory> {
    return OpenDirectory.open(this.child(name));
  }

  /** Opens for reading; the caller looks at what it got, and closes it. */
  openForReading(name: string): Promise<FileHandle> {
    return open(this.child(name), readFlags);
  }

  /** Creates a file that must not exist yet. */
  createFile(name: string): Promise<FileHandle> {
    return open(this.child(name), createFlags, 0o666);
  }

  /** What stands under the name itself, a link not followed. */
  look(name: string): Promise<Stats> {
    return lstat(this.child(name));
  }

  /** @throws an errno of EACCES when the service may not write to it. */
  assertWritable(name: string): Promise<void> {
    return access(this.child(name), constants.W_OK);
  }

  entries(): Promise<Dirent[]> {
    return readdir(this.location, { withFileTypes: true });
  }

  async createDirectory(name: string): Promise<void> {
    await mkdir(this.child(name));
  }

  async rename(from: string, to: string): Promise<void> {
    await rename(this.child(from), this.child(to));
  }

  /** Moves a child to an absolute path on the same file system. */
  moveOut(name: string, to: string): Promise<void> {
    return rename(this.child(name), to);
  }

  /** Moves what stands at an absolute path on the same file system here, over a file of that name. */
  moveIn(from: string, name: string): Promise<void> {
    return rename(from, this.child(name));
  }

  /** @throws an errno of ENOTEMPTY or EEXIST when something is in it. */
  removeDirectory(name: string): Promise<void> {
    return rmdir(this.child(name));
  }

  /** What the directory itself is. */
  lookAtItself(): Promise<Stats> {
    return this.handle === null ? lstat(this.location) : this.handle.stat();
  }

  /** A path of a child for calls that take no descriptor; valid while this is open. */
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
