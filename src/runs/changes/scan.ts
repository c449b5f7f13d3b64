import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  type Stats,
} from 'node:fs';
import path from 'node:path';
import { isMissing } from '../../platform/paths/errno.js';
import { isDraft } from '../../platform/paths/replace-file.js';
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
  /** When content and when permissions last changed, ms. */
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

export interface Scan {
  /** By path; a folder that was not entered ends with `/`. What did not change is the same object. */
  readonly entries: ReadonlyMap<string, ScannedEntry>;
  /** Directories that hold a repository of their own, the workspace itself as an empty path. */
  readonly repositories: readonly string[];
  /** Nothing is other than in the scan before. */
  readonly isSame: boolean;
}

export const noScan: Scan = { entries: new Map(), repositories: [], isSame: false };

interface ScanOptions {
  readonly workspace: string;
  readonly before: Scan;
  /** Whether a directory is told by one mark instead of its entries. */
  readonly isFolded: (path: string) => boolean;
  /** The mark of what is below such a folder, made anew or remembered. */
  readonly markOfFolder: (folder: string, shallow: string) => string;
  /** Files of such folders that are looked at all the same. */
  readonly inFolded: ReadonlySet<string>;
}

/**
 * Everything in a workspace without following a link. Git directories and drafts of files that are
 * being written are passed over. It blocks its process, at some microseconds an entry.
 * @throws SnapshotError when there is too much
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

  /** @returns the directories in it that are to be entered */
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

  /** A directory that the service may not list or enter is told by its mark, like a folder. */
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

/** Whether the service may look at what is in a directory. */
function isEntered(directory: string): boolean {
  try {
    accessSync(directory, constants.X_OK);
    return true;
  } catch (thrown) {
    return isMissing(thrown);
  }
}

/** Whether the service can read a file; true for what is gone, of which nothing is to be read. */
export function isReadable(file: string): boolean {
  try {
    closeSync(openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK));
    return true;
  } catch (thrown) {
    return isMissing(thrown);
  }
}

/** The mark of what stands at a path now; null: there is nothing. */
export function markAt(file: string): string | null {
  return look(file)?.mark ?? null;
}

/** @param known what stood there before: the same object is answered where it does still */
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

/** Undefined for what is gone, or cannot be looked at. */
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
    if (entry !== null) hash.update(`${name}\0${entry.mark}\0${entry.mtimeMs}\0${entry.ctimeMs}\0`);
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

/** A name that is no text cannot be asked for: it is known by its readable part. */
function unnamed(name: string): ScannedEntry | null {
  if (!name.includes('\ufffd')) return null;
  return { kind: 'special', mode: 0, size: 0, mark: '', mtimeMs: 0, ctimeMs: 0, ino: 0 };
}

/** Git takes no path with such a part. */
function isControl(name: string): boolean {
  return name.length === 4 && name.toLowerCase() === '.git';
}
