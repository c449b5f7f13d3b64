import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { isWalked } from '../files/walk.js';
import { isSecretFile } from './secret-names.js';

const foldersAtOnce = 64;
const maxDepth = 100;
/** More folders than these are not looked through. */
const maxFolders = 50_000;
/**
 * A folder changed less than this before it was read is read again, ms, because some file systems
 * record times of changes in steps of two seconds.
 */
const settledMs = 2500;

/** The parts of a workspace that commands must not see or change; relative paths. */
export interface Guarded {
  /** Files that look like secrets. */
  readonly secrets: readonly string[];
  /** The `.git` folders and files below the root's own. */
  readonly repositories: readonly string[];
}

interface System {
  readonly now: () => number;
  readonly read: (path: string) => Promise<readonly Dirent[]>;
}

interface Known {
  /** Changes with every entry that is made, renamed or removed; programs cannot set it. */
  readonly stamp: string;
  readonly folders: readonly string[];
  readonly secrets: readonly string[];
  readonly repository: string | null;
}

/**
 * The folders of a workspace without `node_modules` and the insides of `.git`. Unchanged folders
 * are not read again, so a look costs one `lstat` for each.
 */
export class KnownFolders {
  private known = new Map<string, Known>();

  constructor(
    private readonly root: string,
    private readonly system: System = {
      // Times of files are compared with it, so it is the machine's clock.
      now: () => Date.now(),
      read: (path) => readdir(path, { withFileTypes: true }),
    },
  ) {}

  async look(signal: AbortSignal): Promise<Guarded> {
    const few = pLimit(foldersAtOnce);
    const seen = new Map<string, Known>();
    const repositories: string[] = [];
    const secrets: string[] = [];
    let folders = 0;
    const visit = async (path: string, depth: number): Promise<void> => {
      folders += 1;
      if (signal.aborted || depth > maxDepth || folders > maxFolders) return;
      const folder = await few(() => this.folder(path));
      if (folder === null) return;
      seen.set(path, folder);
      secrets.push(...folder.secrets);
      if (folder.repository !== null && depth > 0) repositories.push(folder.repository);
      await Promise.all(folder.folders.map((below) => visit(below, depth + 1)));
    };
    await visit('', 0);
    this.known = seen;
    return { secrets: secrets.sort(), repositories: repositories.sort() };
  }

  /** Null: it cannot be read. */
  private async folder(path: string): Promise<Known | null> {
    const at = join(this.root, path);
    const now = this.system.now();
    const stats = await lstat(at, { bigint: true }).catch(() => null);
    if (stats === null) return null;
    const isSettled = now - Number(stats.ctimeMs) > settledMs;
    const stamp = isSettled ? `${stats.dev} ${stats.ino} ${stats.ctimeNs}` : '';
    const before = this.known.get(path);
    if (isSettled && before?.stamp === stamp) return before;
    const entries = await this.system.read(at).catch(() => null);
    return entries && { stamp, ...contentsOf(path, entries) };
  }
}

function contentsOf(folder: string, entries: readonly Dirent[]): Omit<Known, 'stamp'> {
  const folders: string[] = [];
  const secrets: string[] = [];
  let repository: string | null = null;
  for (const entry of entries) {
    const { name } = entry;
    const path = folder === '' ? name : `${folder}/${name}`;
    if (name === '.git' && (entry.isDirectory() || entry.isFile())) repository = path;
    if (entry.isDirectory() && isWalked(name)) folders.push(path);
    else if (!entry.isDirectory() && isSecretFile(path)) secrets.push(path);
  }
  return { folders, secrets, repository };
}
