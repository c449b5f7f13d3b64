import { createHash } from 'node:crypto';
import { accessSync, constants, lstatSync, readdirSync, type Stats } from 'node:fs';
import path from 'node:path';
import { isMissing } from '../../platform/paths/errno.js';
import { isDraft } from '../../platform/paths/replace-file.js';
import { SnapshotError } from './shadow-git.js';

/** Larger trees are not recorded. */
const maxEntries = 200_000;

/** Entries covered by the digest of one folder. */
const maxDigested = 50_000;

/** An entry, with a mark that changes whenever it is touched. */
export interface ScannedEntry {
  readonly kind: 'file' | 'link' | 'directory' | 'special' | 'folder' | 'unlisted';
  /** Permission bits. */
  readonly mode: number;
  /** Bytes. */
  readonly size: number;
  readonly mark: string;
  /** Times of the last change of content and of permissions, ms. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

export interface Scan {
  /**
   * By path; a folder that was not entered ends with `/`. Unchanged entries are the same objects.
   */
  readonly entries: ReadonlyMap<string, ScannedEntry>;
  /** Directories with their own repository; the workspace itself is an empty path. */
  readonly repositories: readonly string[];
  /** True if nothing differs from the previous scan. */
  readonly isSame: boolean;
}

interface ScanOptions {
  readonly workspace: string;
  readonly before: Scan;
  /** True if a directory has one mark instead of its entries. */
  readonly isFolded: (path: string) => boolean;
  /** The mark of such a folder's content, new or cached. */
  readonly markOfFolder: (folder: string, shallow: string) => string;
  /** Files in such folders that are scanned nevertheless. */
  readonly inFolded: ReadonlySet<string>;
}

/**
 * Scans everything in a workspace without following links. Skips git directories and temporary
 * files. Blocks its process, for some microseconds per entry.
 * @throws SnapshotError if there are too many entries
 */
export function scanWorkspace(options: ScanOptions): Scan {
  return new Scanner(options).scan();
}

class Scanner {
  private readonly entries = new Map<string, ScannedEntry>();
  private readonly repositories: string[] = [];
  private reused = 0;

  constructor(private readonly options: ScanOptions) {}

  scan(): Scan {
    const { before, inFolded, workspace } = this.options;
    const pending = [''];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      pending.push(...this.list(at).reverse());
    }
    for (const name of inFolded) {
      const entry = look(`${workspace}/${name}`, before.entries.get(name));
      if (entry !== null && entry.kind !== 'directory') this.add(name, entry);
    }
    const { entries, repositories, reused } = this;
    const isSame =
      reused === entries.size &&
      reused === before.entries.size &&
      repositories.join('\0') === before.repositories.join('\0');
    return { entries, repositories, isSame };
  }

  /** @returns its directories that must be entered */
  private list(directory: string): string[] {
    const { workspace, before, isFolded } = this.options;
    const inside: string[] = [];
    const whole = directory === '' ? workspace : `${workspace}/${directory}`;
    const names = namesIn(whole);
    if (names === null) this.addUnlisted(directory);
    for (const name of names ?? []) {
      if (isDraft(name)) continue;
      if (isControl(name)) {
        this.repositories.push(directory);
        continue;
      }
      const child = directory === '' ? name : `${directory}/${name}`;
      const entry = look(`${workspace}/${child}`, before.entries.get(child)) ?? unnamed(name);
      if (entry === null) {
        if (isEntered(whole)) continue;
        this.addUnlisted(directory);
        return [];
      }
      if (entry.kind === 'directory' && isFolded(child)) this.addFolder(child, entry);
      else {
        this.add(child, entry);
        if (entry.kind === 'directory') inside.push(child);
      }
    }
    return inside;
  }

  private addFolder(folder: string, entry: ScannedEntry): void {
    const { workspace, markOfFolder } = this.options;
    const shallow = entry.mark + shallowDigest(`${workspace}/${folder}`);
    const mark = `${entry.mark} ${markOfFolder(folder, shallow)}`;
    this.add(`${folder}/`, { ...entry, kind: 'folder', mark });
  }

  /** A directory that cannot be listed gets a mark, like a folder. */
  private addUnlisted(directory: string): void {
    const entry = this.entries.get(directory);
    if (entry === undefined) throw new SnapshotError('the workspace cannot be listed');
    this.add(`${directory}/`, { ...entry, kind: 'unlisted' });
  }

  private add(name: string, entry: ScannedEntry): void {
    const known = this.options.before.entries.get(name);
    const isKnown = known?.mark === entry.mark && known.kind === entry.kind;
    if (!this.entries.has(name) && isKnown) this.reused += 1;
    this.entries.set(name, isKnown ? known : entry);
    if (this.entries.size > maxEntries) {
      throw new SnapshotError(`there are more than ${maxEntries} files`, true);
    }
  }
}

/**
 * A mark of everything below a folder.
 * @param without paths with their own marks
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

/** True if the service may read a directory. */
function isEntered(directory: string): boolean {
  try {
    accessSync(directory, constants.X_OK);
    return true;
  } catch (thrown) {
    return isMissing(thrown);
  }
}

/** The present mark of a path; null: there is nothing. */
export function markAt(file: string): string | null {
  return look(file)?.mark ?? null;
}

/** @param known the former entry, which is returned if it is unchanged */
function look(file: string, known?: ScannedEntry): ScannedEntry | null {
  const stats = statsAt(file);
  if (stats === undefined) return null;
  const { ino, size, mtimeMs, ctimeMs } = stats;
  const kind = kindOf(stats);
  const mode = stats.mode & 0o7777;
  if (known?.kind === kind && known.ino === ino && known.mode === mode) {
    const isTouched = known.size !== size || known.mtimeMs !== mtimeMs || known.ctimeMs !== ctimeMs;
    if (kind === 'directory' || !isTouched) return known;
  }
  return { kind, mode, size, mark: markOf(stats), mtimeMs, ctimeMs, ino };
}

/** Undefined if it is gone or unreadable. */
function statsAt(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function kindOf(stats: Stats): 'directory' | 'file' | 'link' | 'special' {
  if (stats.isDirectory()) return 'directory';
  if (stats.isFile()) return 'file';
  return stats.isSymbolicLink() ? 'link' : 'special';
}

/**
 * Mark of an entry: inode, size, times and permissions. For directories without size and times,
 * which change with their content.
 */
export function markOf(stats: Stats): string {
  const { ino, size, mtimeMs, ctimeMs } = stats;
  const mode = stats.mode & 0o7777;
  return stats.isDirectory() ? `${ino} ${mode}` : `${ino} ${size} ${mtimeMs} ${ctimeMs} ${mode}`;
}

/**
 * Names in the folder and in its subfolders, with the folders' times: what an installer changes.
 */
function shallowDigest(folder: string): string {
  const hash = createHash('sha1');
  for (const name of namesIn(folder) ?? []) {
    const entry = look(path.join(folder, name));
    if (entry !== null) hash.update(`${name}\0${entry.mark}\0${entry.mtimeMs}\0${entry.ctimeMs}\0`);
  }
  return hash.digest('hex').slice(0, 20);
}

/** Sorted; null if the directory cannot be listed. */
function namesIn(directory: string): readonly string[] | null {
  try {
    return readdirSync(directory).sort();
  } catch (thrown) {
    return isMissing(thrown) ? [] : null;
  }
}

/** A file whose name is not valid text cannot be opened; it is represented by the readable part. */
function unnamed(name: string): ScannedEntry | null {
  if (!name.includes('\ufffd')) return null;
  return { kind: 'special', mode: 0, size: 0, mark: '', mtimeMs: 0, ctimeMs: 0, ino: 0 };
}

/** Git refuses paths with such a part. */
function isControl(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === '.git';
}
