import { createHash } from 'node:crypto';
import { closeSync, constants, lstatSync, openSync, readdirSync, type Stats } from 'node:fs';
import path from 'node:path';
import { isMissing } from '../../platform/paths/errno.js';
import { SnapshotError } from './shadow-git.js';

/** A tree with more entries is not recorded. */
const maxEntries = 200_000;
/** Entries that the digest of one folder covers. */
const maxDigested = 50_000;

/** What stands at a path, and a mark that changes whenever it is touched. */
export interface ScannedEntry {
  readonly kind: 'file' | 'link' | 'directory' | 'special' | 'folder' | 'unlisted';
  /** Permission bits. */
  readonly mode: number;
  /** Bytes. */
  readonly size: number;
  readonly mark: string;
  /** When content or permissions last changed, ms. */
  readonly changedAt: number;
}

export interface Scan {
  /** In the order of their names, by path; a folder that was not entered ends with `/`. */
  readonly entries: ReadonlyMap<string, ScannedEntry>;
  /** Directories that hold a repository of their own, the workspace itself as an empty path. */
  readonly repositories: readonly string[];
}

/** A folder that is not entered: what its mark is made of. */
export interface FolderMarks {
  /** The mark of what is below, made anew or remembered. */
  markOf(folder: string, shallow: string): string;
}

export interface ScanOptions {
  readonly workspace: string;
  /** Whether a directory is told by one mark instead of its entries. */
  readonly isFolded: (path: string) => boolean;
  readonly folderMarks: FolderMarks;
  /** Files of folded directories that are looked at all the same. */
  readonly inFolded: ReadonlySet<string>;
}

/**
 * Everything in a workspace without following a link. Git directories are passed over. It blocks its
 * process, at some microseconds an entry.
 * @throws SnapshotError when there is too much
 */
export function scanWorkspace(options: ScanOptions): Scan {
  const { workspace, isFolded, folderMarks, inFolded } = options;
  const entries = new Map<string, ScannedEntry>();
  const repositories: string[] = [];
  const pending = [''];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const directory = at;
    const inside: string[] = [];
    const names = namesIn(path.join(workspace, directory));
    if (names === null) markUnlisted(entries, directory);
    for (const name of names ?? []) {
      if (isControl(name)) {
        repositories.push(directory);
        continue;
      }
      const child = directory === '' ? name : `${directory}/${name}`;
      const entry = look(path.join(workspace, child)) ?? unnamed(name);
      if (entry === null) continue;
      if (entry.kind !== 'directory') entries.set(child, entry);
      else if (isFolded(child)) {
        const shallow = entry.mark + shallowDigest(path.join(workspace, child));
        const mark = `${entry.mark} ${folderMarks.markOf(child, shallow)}`;
        entries.set(`${child}/`, { ...entry, kind: 'folder', mark });
      } else {
        entries.set(child, entry);
        inside.push(child);
      }
      if (entries.size > maxEntries) {
        throw new SnapshotError(`there are more than ${maxEntries} files`, true);
      }
    }
    pending.push(...inside.reverse());
  }
  for (const name of inFolded) {
    const entry = look(path.join(workspace, name));
    if (entry !== null && entry.kind !== 'directory') entries.set(name, entry);
  }
  return { entries, repositories };
}

/**
 * A mark of everything below a folder.
 * @param without paths that are told apart
 */
export function digestBelow(
  workspace: string,
  folder: string,
  without: ReadonlySet<string>,
): string {
  const hash = createHash('sha1');
  const pending = [folder];
  let files = 0;
  for (let at = pending.pop(); at !== undefined && files < maxDigested; at = pending.pop()) {
    for (const name of namesIn(path.join(workspace, at)) ?? []) {
      const child = `${at}/${name}`;
      if (without.has(child)) continue;
      const entry = look(path.join(workspace, child));
      if (entry === null) continue;
      if (entry.kind === 'directory') pending.push(child);
      else {
        files += 1;
        hash.update(`${child}\0${entry.mark}\0`);
      }
    }
  }
  return hash.digest('hex').slice(0, 20);
}

/** Whether the service can read a file. */
export function isReadable(file: string): boolean {
  try {
    closeSync(openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK));
    return true;
  } catch {
    return false;
  }
}

/** The mark of what stands at a path now; null: there is nothing. */
export function markAt(file: string): string | null {
  return look(file)?.mark ?? null;
}

function look(file: string): ScannedEntry | null {
  let stats;
  try {
    stats = lstatSync(file);
  } catch {
    return null;
  }
  const { size, mtimeMs, ctimeMs } = stats;
  return {
    kind: kindOf(stats),
    mode: stats.mode & 0o7777,
    size,
    mark: markOf(stats),
    changedAt: Math.max(mtimeMs, ctimeMs),
  };
}

function kindOf(stats: Stats): 'directory' | 'file' | 'link' | 'special' {
  if (stats.isDirectory()) return 'directory';
  if (stats.isFile()) return 'file';
  return stats.isSymbolicLink() ? 'link' : 'special';
}

/**
 * A mark of what stands at a path: its number, size, times and permissions. What is in a directory
 * changes its size and times, so they are left out there.
 */
export function markOf(stats: Stats): string {
  const { ino, size, mtimeMs, ctimeMs } = stats;
  const mode = stats.mode & 0o7777;
  return stats.isDirectory() ? `${ino} ${mode}` : `${ino} ${size} ${mtimeMs} ${ctimeMs} ${mode}`;
}

/** Its names and theirs, with the times of folders: what an installer changes. */
function shallowDigest(folder: string): string {
  const hash = createHash('sha1');
  for (const name of namesIn(folder) ?? []) {
    const entry = look(path.join(folder, name));
    if (entry !== null) hash.update(`${name}\0${entry.mark}\0${entry.changedAt}\0`);
  }
  return hash.digest('hex').slice(0, 20);
}

/** Sorted; null for a directory that cannot be listed. */
function namesIn(directory: string): readonly string[] | null {
  try {
    return readdirSync(directory).sort();
  } catch (thrown) {
    return isMissing(thrown) ? [] : null;
  }
}

/** A directory that the service may not list is told by its mark, like a folder. */
function markUnlisted(entries: Map<string, ScannedEntry>, directory: string): void {
  const entry = entries.get(directory);
  if (entry === undefined) throw new SnapshotError('the workspace cannot be listed');
  entries.set(`${directory}/`, { ...entry, kind: 'unlisted' });
}

/** A name that is no text cannot be asked for: it is known by its readable part. */
function unnamed(name: string): ScannedEntry | null {
  if (!name.includes('\ufffd')) return null;
  return { kind: 'special', mode: 0, size: 0, mark: '', changedAt: 0 };
}

/** Git takes no path with such a part. */
export function isControl(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === '.git';
}
