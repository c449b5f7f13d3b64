import { copyFile, lstat, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { RefusedError } from '#platform/errors/office-error.js';
import { isInside } from '#platform/paths/resolve-lexically.js';
import { clip } from '#platform/text/clip.js';
import { worktreeTexts } from '#protocol/texts/worktrees.js';
import { locateRepository, type Repository } from '#tools/git/find-repository.js';
import { commonDirectory, pointedAt } from '#tools/git/git-place.js';
import { guardedGit } from '#tools/git/guarded-git.js';

/** Characters of a list of files. */
const mostListed = 64_000_000;

const maxReason = 300;

/** Ignored files that are copied too, in the syntax of `.gitignore`. */
const includeFile = '.worktreeinclude';

interface Place {
  readonly inherited: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** The repository of a workspace, as worktrees of it are made and removed. */
export class WorktreeGit {
  private constructor(
    readonly repository: Repository,
    /** What all worktrees of the repository share. */
    readonly common: string,
    /** The commit that is checked out. */
    private readonly head: string,
    private readonly place: Place,
  ) {}

  /** @throws RefusedError with the reason why there can be no worktree */
  static async open(workspace: string, place: Place): Promise<WorktreeGit> {
    const { noRepository } = worktreeTexts.reasons;
    const found = await locateRepository(workspace, place.inherited, place.signal);
    if (typeof found === 'string') throw new RefusedError(noRepository);
    const common = await commonDirectory(found.gitDirectory);
    const order = ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'];
    const asked = { ...found, ...place, root: found.workTree, args: order, writes: false };
    const { code, stdout } = await guardedGit(asked);
    if (code !== 0) throw new RefusedError(noRepository);
    return new WorktreeGit(found, common, stdout.trim(), place);
  }

  /**
   * Adds a worktree without files, whose index is as that of the workspace. It is locked, so that git
   * does not forget it where its folder cannot be seen.
   * @returns its own part of the repository
   * @throws RefusedError if git fails
   */
  async add(tree: string): Promise<string> {
    const kind = ['--no-checkout', '--detach', '--lock'];
    await this.git(true, 'worktree', 'add', ...kind, tree, this.head);
    const own = await pointedAt(path.join(tree, '.git'));
    if (own === null) throw new Error(`git made no worktree at ${tree}`);
    const from = this.repository.gitDirectory;
    const parts = (await readdir(from)).filter((name) => /^(?:index|sharedindex\..*)$/.test(name));
    for (const name of parts) await copyFile(path.join(from, name), path.join(own, name));
    return own;
  }

  /**
   * What the workspace holds for git, and ignored files that the include file names; deleted files
   * too.
   * @throws RefusedError if git fails
   */
  async names(): Promise<readonly string[]> {
    const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const included = path.join(this.repository.workTree, includeFile);
    const stats = await lstat(included).catch(() => null);
    const also = ['ls-files', '-z', '--others', '--ignored', `--exclude-from=${included}`];
    const lists = [
      await this.git(false, ...listing),
      stats?.isFile() === true ? await this.git(false, ...also) : '',
    ];
    // A name with a slash at its end is a repository of its own.
    const names = lists.flatMap((list) => list.split('\0'));
    return [...new Set(names)].filter((name) => name !== '' && !name.endsWith('/'));
  }

  /** Lets git know that the files are as recorded, so that it need not read them each time. */
  async refresh(tree: string, own: string): Promise<void> {
    const { inherited, signal } = this.place;
    const where = { gitDirectory: own, workTree: tree, root: tree, inherited, signal };
    await guardedGit({ ...where, args: ['update-index', '-q', '--refresh'], writes: true });
    await rm(path.join(own, 'index.lock'), { force: true });
  }

  private async git(writes: boolean, ...args: string[]): Promise<string> {
    const { workTree: root } = this.repository;
    const order = { ...this.repository, ...this.place, root, args, writes, most: mostListed };
    const { code, stdout, stderr, truncated } = await guardedGit(order);
    this.place.signal.throwIfAborted();
    if (truncated) throw new RefusedError(worktreeTexts.reasons.tooMany);
    if (code === 0) return stdout;
    const said = clip(stderr.trim(), maxReason);
    throw new RefusedError(worktreeTexts.reasons.git(args[0] ?? '', said));
  }
}

/**
 * Makes the user's repository forget a worktree. Only the part that names the tree is removed, so that
 * a wrong path removes nothing.
 */
export async function forgetWorktree(own: string, tree: string): Promise<void> {
  const named = await readFile(path.join(own, 'gitdir'), 'utf8').catch(() => '');
  const folder = path.dirname(own);
  if (path.basename(folder) !== 'worktrees' || !isInside(tree, path.resolve(named.trim()))) return;
  await rm(own, { recursive: true, force: true });
  await rmdir(folder).catch(() => undefined);
}
