import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import { globMatcher } from '../files/glob.js';
import { isWalked } from '../files/walk.js';
import { findRepository } from '../git/find-repository.js';
import { guardedGit } from '../git/guarded-git.js';
import { isSecretName } from './secret-names.js';

const directoriesAtOnce = 8;
const maxDepth = 100;
/** More directories than these are not looked through. */
const maxDirectories = 50_000;
/** The content of a larger file is not compared with git's. */
const maxHashedBytes = 16 * 1024 * 1024;

/**
 * The files of a workspace that look like secrets and are hidden from employees. Shown are those
 * that the floor lists, and those whose content the repository's last commit holds, because who
 * reads its history has them already.
 */
export class HiddenFiles {
  /**
   * @param root the workspace
   * @param inherited the environment in which git is started
   * @param visible patterns of files that the floor shows (`globMatcher`)
   */
  constructor(
    private readonly root: string,
    private readonly inherited: () => Readonly<Record<string, string>>,
    private readonly visible: () => readonly string[],
  ) {}

  /** @param path relative to the workspace, with `/` between the parts */
  async hides(path: string, signal: AbortSignal): Promise<boolean> {
    return this.mayHide(path) && (await this.unheld([path], signal)).length > 0;
  }

  /** Every hidden file outside `node_modules` and `.git`, sorted. */
  async list(signal: AbortSignal): Promise<readonly string[]> {
    const found = (await this.secretsBelow(signal)).filter((path) => this.mayHide(path));
    return this.unheld(found.sort(), signal);
  }

  private mayHide(path: string): boolean {
    if (!isSecretName(path)) return false;
    const visible = this.visible();
    return visible.length === 0 || !globMatcher(visible.join(','))(path);
  }

  private async secretsBelow(signal: AbortSignal): Promise<string[]> {
    const few = pLimit(directoriesAtOnce);
    const found: string[] = [];
    let directories = 0;
    const visit = async (directory: string, depth: number): Promise<void> => {
      directories += 1;
      if (signal.aborted || depth > maxDepth || directories > maxDirectories) return;
      const at = join(this.root, directory);
      const entries = await few(() => readdir(at, { withFileTypes: true })).catch(() => []);
      const below: Promise<void>[] = [];
      for (const entry of entries) {
        const path = directory === '' ? entry.name : `${directory}/${entry.name}`;
        if (entry.isDirectory() && isWalked(entry.name)) below.push(visit(path, depth + 1));
        else if (!entry.isDirectory() && isSecretName(path)) found.push(path);
      }
      await Promise.all(below);
    };
    await visit('', 0);
    return found;
  }

  /** Of these files, those whose content is not that of the last commit. */
  private async unheld(paths: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    if (paths.length === 0) return [];
    const held = await this.heldContents(paths, signal);
    const checked = paths.map(async (path) => {
      const id = held.get(path);
      return id !== undefined && (await contentId(join(this.root, path), id.length)) === id;
    });
    const isHeld = await Promise.all(checked);
    return paths.filter((_path, index) => !isHeld[index]);
  }

  /** The ids of contents at the last commit; nothing without a repository. */
  private async heldContents(
    paths: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string>> {
    const inherited = this.inherited();
    const { root } = this;
    const asked = paths.filter((path) => !path.includes('\n'));
    try {
      const repository = await findRepository(root, inherited, signal);
      if (repository === null) return new Map();
      const { code, stdout } = await guardedGit({
        ...{ ...repository, root, inherited, signal, writes: false },
        args: ['cat-file', '--batch-check'],
        input: asked.map((path) => `HEAD:./${path}\n`).join(''),
      });
      const lines = code === 0 ? stdout.split('\n') : [];
      return new Map(
        asked.flatMap((path, index) => {
          const { id } = /^(?<id>[0-9a-f]{40,64}) blob /.exec(lines[index] ?? '')?.groups ?? {};
          return id === undefined ? [] : [[path, id] as const];
        }),
      );
    } catch {
      // A repository that cannot be read shows nothing.
      return new Map();
    }
  }
}

/** Git's id of a regular file's content, by the hash of that length; null: it cannot be read. */
async function contentId(file: string, length: number): Promise<string | null> {
  const stats = await lstat(file).catch(() => undefined);
  if (stats?.isFile() !== true || stats.size > maxHashedBytes) return null;
  const hash = createHash(length === 64 ? 'sha256' : 'sha1').update(`blob ${stats.size}\0`);
  try {
    await pipeline(createReadStream(file), hash);
    return hash.digest('hex');
  } catch {
    return null;
  }
}
