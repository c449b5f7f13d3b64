import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { globMatcher } from '../files/glob.js';
import { findRepository } from '../git/find-repository.js';
import { guardedGit } from '../git/guarded-git.js';
import { type Guarded, KnownFolders } from './known-folders.js';
import { isSecretFile } from './secret-names.js';

/** The content of a larger file is not compared with git's. */
const maxHashedBytes = 16 * 1024 * 1024;

/**
 * The files of a workspace that look like secrets and are hidden from employees. Exceptions are
 * files that the floor lists, and files with the content of the last commit, because readers of
 * the history have it already.
 */
export class HiddenFiles {
  private readonly folders: KnownFolders;

  /**
   * @param root the workspace
   * @param inherited the environment in which git is started
   * @param visible patterns of files that the floor shows (`globMatcher`)
   */
  constructor(
    private readonly root: string,
    private readonly inherited: () => Readonly<Record<string, string>>,
    private readonly visible: () => readonly string[],
  ) {
    this.folders = new KnownFolders(root);
  }

  /** @param path relative to the workspace, with `/` between the parts */
  async hides(path: string, signal: AbortSignal): Promise<boolean> {
    return this.mayHide(path) && (await this.unheld([path], signal)).length > 0;
  }

  /** Every hidden file outside `node_modules` and `.git`, sorted. */
  async list(signal: AbortSignal): Promise<readonly string[]> {
    return (await this.guarded(signal)).secrets;
  }

  /** The same, and the repositories below the workspace's root. */
  async guarded(signal: AbortSignal): Promise<Guarded> {
    const { secrets, repositories } = await this.folders.look(signal);
    const hidden = secrets.filter((path) => this.mayHide(path));
    return { secrets: await this.unheld(hidden, signal), repositories };
  }

  private mayHide(path: string): boolean {
    if (!isSecretFile(path)) return false;
    const visible = this.visible();
    return visible.length === 0 || !globMatcher(visible.join(','))(path);
  }

  /** Those of the files whose content differs from the last commit. */
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
      // Without a readable repository every file stays hidden.
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
