import { lstat, mkdir, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '#platform/config/office-config.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { PathLocks } from '#platform/fleet/path-locks.js';
import { isInside } from '#platform/paths/resolve-lexically.js';
import { ChildEnvironments } from '#platform/process/child-environments.js';
import type { Run } from '#protocol/records/work.js';
import { worktreeTexts } from '#protocol/texts/worktrees.js';
import { pointedAt } from '#tools/git/git-place.js';
import { copyBeginState } from './begin-state.js';
import { type PresentBase, PresentBases } from './present-bases.js';
import { removeTree } from './remove-tree.js';
import { forgetWorktree, WorktreeGit } from './worktree-git.js';
import { type KnownWorktree, WorktreesRepository } from './worktrees.repository.js';

/** Longest wait for another process that is making the same worktree, ms. */
const waitMs = 10 * 60 * 1000;

type BegunRun = Pick<Run, 'id' | 'workspacePath' | 'worktreeBase' | 'retryOf'>;

/** A worktree that was made. */
export interface MadeWorktree {
  readonly root: string;
  readonly gitDirectory: string;
  /** The workspace's folder inside the worktree. */
  readonly path: string;
  readonly files: number;
  /** Absent: the worktree begins at the run's recorded commit, or as the workspace is. */
  readonly base?: PresentBase;
}

/** Makes and removes the worktrees of runs, in a folder of the office. */
@Injectable()
export class WorktreesService {
  constructor(
    private readonly config: OfficeConfig,
    private readonly environments: ChildEnvironments,
    private readonly locks: PathLocks,
    private readonly rows: WorktreesRepository,
    private readonly bases: PresentBases,
  ) {}

  /** Why a workspace can have no worktree; null: it can. */
  async obstacle(workspace: string): Promise<string | null> {
    try {
      await this.open(workspace, new AbortController().signal);
      return null;
    } catch (thrown) {
      if (thrown instanceof RefusedError) return thrown.message;
      throw thrown;
    }
  }

  /**
   * Makes a worktree with the files of the workspace or of a commit. Replaces what an interrupted
   * attempt left; a lock keeps two processes from making it at once.
   * @throws RefusedError with the reason why there can be none; the signal's reason
   */
  async make(run: BegunRun, signal: AbortSignal): Promise<MadeWorktree> {
    const { id: name, workspacePath: workspace } = run;
    const base = await this.bases.of(run, signal);
    const worktreeBase = base?.commit ?? run.worktreeBase;
    const git = await this.open(workspace, signal);
    const { directory, totalMb } = this.config.worktrees;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const root = path.join(await realpath(directory), name);
    const lock = new Map([[`worktree ${root}`, root]]);
    return this.locks.hold(
      lock,
      signal,
      async () => {
        await this.remove({ root, gitDirectory: path.join(git.common, 'worktrees', name) });
        const gitDirectory = await git.add(root, worktreeBase);
        const { workTree } = git.repository;
        const { copied, checkedOut } =
          worktreeBase === undefined
            ? { copied: await git.names(), checkedOut: [] }
            : await git.namesAt(worktreeBase);
        const order = { from: workTree, to: root, names: copied, mostMb: totalMb, signal };
        const files = (await copyBeginState(order)) + checkedOut.length;
        await git.checkOut({ tree: root, own: gitDirectory }, checkedOut);
        await git.refresh(root, gitDirectory);
        const inside = path.join(root, path.relative(workTree, await realpath(workspace)));
        await mkdir(inside, { recursive: true });
        return { root, gitDirectory, path: inside, files, ...(base !== null && { base }) };
      },
      waitMs,
    );
  }

  /**
   * Moves the worktree of a continued run to the base commit of the new run.
   * @returns why it is not moved; null: it is at the commit
   */
  async moveOn({ worktree, worktreeBase }: Run, signal: AbortSignal): Promise<string | null> {
    const row = worktree === undefined ? null : await this.rows.find(worktree);
    if (row === null || worktreeBase === undefined) return null;
    try {
      const git = await this.open(row.workspace, signal);
      await git.moveTo({ tree: row.root, own: row.gitDirectory }, worktreeBase);
      return null;
    } catch (thrown) {
      if (thrown instanceof RefusedError) return thrown.message;
      throw thrown;
    }
  }

  /** Removes the files of a worktree and its part of the repository. */
  async remove({ root, gitDirectory }: Pick<KnownWorktree, 'root' | 'gitDirectory'>) {
    // First, because an interrupted removal of the files may leave none that names this folder.
    await forgetWorktree(gitDirectory, root);
    await removeTree(root);
  }

  /**
   * Removes the files of a closed worktree. Its empty folder stays, because recorded states of its runs
   * refer to it. Makes nothing if the worktree is on another replica.
   */
  async empty(worktree: Pick<KnownWorktree, 'root' | 'gitDirectory'>, inside: string) {
    const isHere = (await lstat(worktree.root).catch(() => null)) !== null;
    await this.remove(worktree);
    if (isHere && isInside(worktree.root, inside)) await mkdir(inside, { recursive: true });
  }

  /** Removes leftovers of a worktree for which no row was stored. */
  async removeUnowned(name: string): Promise<void> {
    const root = path.join(await realpath(this.config.worktrees.directory), name);
    const gitDirectory = await pointedAt(path.join(root, '.git'));
    if (gitDirectory !== null) await forgetWorktree(gitDirectory, root);
    await removeTree(root);
  }

  /** True if a worktree of this name has files here, even leftovers of an interrupted removal. */
  hasFiles(name: string): Promise<boolean> {
    return holdsFiles(path.join(this.config.worktrees.directory, name));
  }

  /** Folders outside the workspace that a sandbox of the run must be able to read. */
  async readableFor({ worktree, workspacePath }: Run): Promise<readonly string[]> {
    const row = worktree === undefined ? null : await this.rows.find(worktree);
    if (row === null) return [];
    const { root, gitDirectory } = row;
    const common = path.dirname(path.dirname(gitDirectory));
    return root === workspacePath ? [common] : [root, common];
  }

  private async open(workspace: string, signal: AbortSignal): Promise<WorktreeGit> {
    const inherited = this.environments.inherited();
    const git = await WorktreeGit.open(await realpath(workspace), { inherited, signal });
    const { directory } = this.config.worktrees;
    if (isInside(git.repository.workTree, directory)) {
      throw new RefusedError(worktreeTexts.reasons.inside(directory));
    }
    return git;
  }
}

async function holdsFiles(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (entries.some((entry) => !entry.isDirectory())) return true;
  for (const { name } of entries) if (await holdsFiles(path.join(folder, name))) return true;
  return false;
}
