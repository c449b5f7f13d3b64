import { copyFile, lstat, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { RefusedError } from '#platform/errors/office-error.js';
import { isInside } from '#platform/paths/resolve-lexically.js';
import { clip } from '#platform/text/clip.js';
import { worktreeTexts } from '#protocol/texts/worktrees.js';
import { locateRepository, type Repository } from '#tools/git/find-repository.js';
import { commonDirectory, pointedAt } from '#tools/git/git-place.js';
import { type GitCommand, guardedGit } from '#tools/git/guarded-git.js';

/** Ref of the commit to which the office last moved a worktree; others may commit on top. */
const placedRef = 'refs/worktree/office-base';

/** Characters of a list of files. */
const mostListed = 64_000_000;

const maxReason = 300;

/** Ignored files that are copied too, in the syntax of `.gitignore`. */
const includeFile = '.worktreeinclude';

/** A worktree and its administrative folder in the repository, `worktrees/<name>`. */
interface OwnTree {
  readonly tree: string;
  readonly own: string;
}

interface Place {
  readonly inherited: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Makes and removes worktrees of a workspace's repository. */
export class WorktreeGit {
  private constructor(
    readonly repository: Repository,
    /** The folder that all worktrees of the repository share. */
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
   * Adds a worktree without files, with the index of the workspace or of a commit. It is locked, so
   * that `git worktree prune` keeps it where its folder cannot be seen.
   * @returns its administrative folder
   * @throws RefusedError if git fails
   */
  async add(tree: string, commit?: string): Promise<string> {
    const kind = ['--no-checkout', '--detach', '--lock'];
    await this.git(true, 'worktree', 'add', ...kind, tree, commit ?? this.head);
    const own = await pointedAt(path.join(tree, '.git'));
    if (own === null) throw new Error(`git made no worktree at ${tree}`);
    if (commit !== undefined) {
      await this.inTree({ tree, own }, ['read-tree', commit]);
      await this.inTree({ tree, own }, ['update-ref', placedRef, commit]);
      return own;
    }
    const from = this.repository.gitDirectory;
    const parts = (await readdir(from)).filter((name) => /^(?:index|sharedindex\..*)$/.test(name));
    for (const name of parts) await copyFile(path.join(from, name), path.join(own, name));
    return own;
  }

  /**
   * Names of the workspace's tracked and unignored files, also deleted ones, and of ignored files
   * that the include file names.
   * @throws RefusedError if git fails
   */
  async names(): Promise<readonly string[]> {
    const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const names = [...(await this.listed(...listing)), ...(await this.included())];
    // A name with a slash at its end is a nested repository.
    return [...new Set(names)].filter((name) => !name.endsWith('/'));
  }

  /**
   * Divides the files of a commit: those that the workspace holds unchanged are copied, as are
   * ignored files that the include file names; the others are checked out.
   * @throws RefusedError if git fails
   */
  async namesAt(commit: string): Promise<{
    readonly copied: readonly string[];
    readonly checkedOut: readonly string[];
  }> {
    const names = ['--name-only', '-z', '--no-renames'];
    // Files that a sparse checkout leaves out have another letter.
    const cached = await this.listed('ls-files', '-z', '-t', '--cached');
    const tracked = new Set(
      cached.flatMap((line) => (line.startsWith('H ') ? [line.slice(2)] : [])),
    );
    const edited = await this.listed('diff-index', ...names, this.head);
    const moved = await this.listed('diff-tree', '-r', ...names, this.head, commit);
    for (const name of [...edited, ...moved]) tracked.delete(name);
    const wanted = await this.listed('ls-tree', '-r', '-z', '--name-only', '--full-tree', commit);
    const known = new Set(wanted);
    const also = (await this.included()).filter((name) => !known.has(name) && !name.endsWith('/'));
    return {
      copied: [...wanted.filter((name) => tracked.has(name)), ...also],
      checkedOut: wanted.filter((name) => !tracked.has(name)),
    };
  }

  /**
   * Writes files of the index byte for byte, because filters do not run.
   * @throws RefusedError if git fails
   */
  async checkOut(place: OwnTree, names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    await this.inTree(place, ['checkout-index', '--stdin', '-z', '-q'], `${names.join('\0')}\0`);
  }

  /** Refreshes the index, so that git need not reread unchanged files each time. */
  async refresh(tree: string, own: string): Promise<void> {
    const where = { gitDirectory: own, workTree: tree, root: tree, ...this.place };
    await guardedGit({ ...where, args: ['update-index', '-q', '--refresh'], writes: true });
    await rm(path.join(own, 'index.lock'), { force: true });
  }

  /**
   * Moves a worktree to a commit and keeps its changes.
   * @throws RefusedError if both changed the same files, or somebody has committed there; then
   * everything stays
   */
  async moveTo(place: OwnTree, commit: string): Promise<void> {
    for (const name of ['index.lock', 'HEAD.lock']) {
      await rm(path.join(place.own, name), { force: true });
    }
    const at = (await this.inTree(place, ['rev-parse', 'HEAD'])).trim();
    if (at !== commit) {
      const asked = ['for-each-ref', '--format=%(objectname)', placedRef];
      const known = (await this.inTree(place, asked)).trim();
      if (known !== '' && known !== at) {
        throw new RefusedError(worktreeTexts.reasons.ownCommits);
      }
      await this.checkOutOver(place, at, commit);
    }
    await this.inTree(place, ['update-ref', placedRef, commit]);
  }

  /**
   * Checks the commit out; files that an interrupted attempt has updated do not count as changes.
   */
  private async checkOutOver(place: OwnTree, at: string, commit: string): Promise<void> {
    const names = ['-r', '-z', '--name-only', '--no-renames'];
    const moved = await this.inTree(place, ['diff-tree', ...names, at, commit]);
    const order = ['update-index', '-z', '--add', '--remove', '--stdin'];
    if (moved !== '') await this.inTree(place, order, moved);
    try {
      await this.inTree(place, ['checkout', '--quiet', '--detach', commit]);
    } catch (thrown) {
      await this.inTree(place, ['read-tree', at]);
      throw thrown;
    }
  }

  /** Ignored files that are copied too. */
  private async included(): Promise<readonly string[]> {
    const file = path.join(this.repository.workTree, includeFile);
    const stats = await lstat(file).catch(() => null);
    if (stats?.isFile() !== true) return [];
    return this.listed('ls-files', '-z', '--others', '--ignored', `--exclude-from=${file}`);
  }

  private async listed(...args: string[]): Promise<readonly string[]> {
    return (await this.git(false, ...args)).split('\0').filter((name) => name !== '');
  }

  private git(writes: boolean, ...args: string[]): Promise<string> {
    return this.asked({ ...this.repository, root: this.repository.workTree, args, writes });
  }

  /** Runs git in a worktree, where required filters, which may not run, are no failure. */
  private inTree({ tree, own }: OwnTree, args: readonly string[], input?: string): Promise<string> {
    const where = { gitDirectory: own, workTree: tree, root: tree };
    return this.asked({ ...where, args, writes: false, ...(input !== undefined && { input }) });
  }

  private async asked(order: Omit<GitCommand, keyof Place | 'most'>): Promise<string> {
    const { args } = order;
    const asked = { ...order, ...this.place, most: mostListed };
    const { code, stdout, stderr, truncated } = await guardedGit(asked);
    this.place.signal.throwIfAborted();
    if (truncated) throw new RefusedError(worktreeTexts.reasons.tooMany);
    if (code === 0) return stdout;
    const said = clip(stderr.trim(), maxReason);
    throw new RefusedError(worktreeTexts.reasons.git(args[0] ?? '', said));
  }
}

/**
 * Removes a worktree's administrative folder. It must point to the tree, or have the tree's name
 * and point to no tree yet, so that a wrong path removes nothing.
 */
export async function forgetWorktree(own: string, tree: string): Promise<void> {
  const named = await readFile(path.join(own, 'gitdir'), 'utf8').catch(() => '');
  const folder = path.dirname(own);
  const isOfTree =
    named.trim() === ''
      ? path.basename(own) === path.basename(tree)
      : isInside(tree, path.resolve(named.trim()));
  if (path.basename(folder) !== 'worktrees' || !isOfTree) return;
  await rm(own, { recursive: true, force: true });
  await rmdir(folder).catch(() => undefined);
}
