import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { StartedElsewhere } from '../../platform/process/child-starter.process.js';
import { pause } from '../../platform/process/pause.js';
import type { ChildOutcome } from '../../platform/process/run-child.js';
import {
  gitEnvironment,
  guardingConfiguration,
  nullDevice,
} from '../../tools/git/git-configuration.js';

export const gitTimeoutMs = 30_000;

/** How long a command waits for another replica to be done with the index, before it looks again, ms. */
const lockedPauseMs = 20;

/** Characters kept of an answer; a list of paths that takes more is refused. */
const maxOutput = 8_000_000;

/** Git did not do what it was asked. */
export class SnapshotError extends Error {
  /** @param isLasting it would be the same, and take as long, at the next call */
  constructor(
    message: string,
    readonly isLasting = false,
  ) {
    super(message);
    this.name = 'SnapshotError';
  }
}

export interface ShadowPlace {
  /** The git directory of the service for one workspace. */
  readonly gitDirectory: string;
  readonly workspace: string;
  /** Other replicas record the same workspace there. */
  readonly shared: boolean;
}

export interface ShadowCommand {
  readonly args: readonly string[];
  readonly input?: string;
  /** Another index than the one of the workspace's state. */
  readonly index?: string;
  /** Characters of the answer that are wanted: a longer one is cut there instead of refused. */
  readonly most?: number;
}

/** Runs a command to its end, in this process or by another. */
export type StartChild = (command: StartedElsewhere) => Promise<ChildOutcome>;

/** Every file as it is, byte for byte: no repository's attributes change what is stored. */
export const shadowAttributes =
  '* -text -filter -ident -working-tree-encoding !diff !merge !export-subst\n';

/** Folders that are never recorded, unless their files are committed. */
export const excludedFolders: ReadonlySet<string> = new Set([
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
]);

const configuration = {
  ...guardingConfiguration([], true),
  'core.bare': 'false',
  'core.autocrlf': 'false',
  'core.safecrlf': 'false',
  'core.quotePath': 'false',
  'core.excludesFile': nullDevice,
  'core.untrackedCache': 'false',
  'core.splitIndex': 'false',
  'core.looseCompression': '1',
  'core.fileMode': 'true',
  'core.symlinks': 'true',
  'core.ignoreCase': 'false',
  'core.precomposeUnicode': 'false',
  // A name that another system takes for `.git` is a name here.
  'core.protectHFS': 'false',
  'core.protectNTFS': 'false',
};

/**
 * Git on a shadow repository: its git directory and index are the service's own, the workspace is
 * only its work tree. Nothing of the user's repository is read or written, and no hook, filter or
 * configuration of anybody else applies.
 */
export class ShadowGit {
  constructor(
    readonly place: ShadowPlace,
    private readonly inherited: () => Readonly<Record<string, string>>,
    private readonly start: StartChild,
  ) {}

  /**
   * What git answers.
   * @throws SnapshotError when git fails, takes too long or says too much
   */
  async run(command: ShadowCommand): Promise<string> {
    const { args, index = path.join(this.place.gitDirectory, 'index') } = command;
    const deadline = performance.now() + 2 * gitTimeoutMs;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.runOnce({ ...command, index });
      // The lock may be another replica's that is at work.
      if (outcome.end !== 'exited') await this.free(index);
      if (!isLocked(outcome)) return answerOf(outcome, args[0] ?? '', command.most);
      const mayWait = this.place.shared ? performance.now() < deadline : attempt === 1;
      const freed = await this.free(index);
      if (!mayWait && !freed) return answerOf(outcome, args[0] ?? '', command.most);
      await unlockStale(path.join(this.place.gitDirectory, 'config'));
      await pause(lockedPauseMs);
    }
  }

  /** Alone, commands on an index follow each other: a lock is what one that was killed left. */
  private async free(index: string): Promise<boolean> {
    if (this.place.shared) return unlockStale(index);
    await unlock(index);
    return false;
  }

  private runOnce({
    args,
    input,
    index,
    most,
  }: ShadowCommand & { readonly index: string }): Promise<ChildOutcome> {
    const { gitDirectory, workspace } = this.place;
    return this.start({
      file: 'git',
      args: ['--no-pager', `--git-dir=${gitDirectory}`, `--work-tree=${workspace}`, ...args],
      cwd: workspace,
      environment: {
        ...gitEnvironment(this.inherited(), configuration),
        GIT_CONFIG_GLOBAL: nullDevice,
        GIT_INDEX_FILE: index,
        GIT_LITERAL_PATHSPECS: '1',
      },
      timeoutMs: gitTimeoutMs,
      output: { head: most ?? maxOutput },
      startsNothing: true,
      ...(input !== undefined && { input }),
    });
  }
}

/**
 * Another replica uses the index, or makes the repository; or a command was killed, or outlived the
 * process that started it.
 */
function isLocked({ code, stderr }: ChildOutcome): boolean {
  return code !== 0 && /\.lock': File exists|could not lock config file/.test(stderr);
}

/**
 * No command of any replica takes so long: whoever made the lock is gone.
 * @returns whether there was one to remove
 */
export async function unlockStale(index: string): Promise<boolean> {
  const stats = await stat(`${index}.lock`).catch(() => null);
  const isStale = stats !== null && Date.now() - stats.mtimeMs > gitTimeoutMs;
  if (isStale) await unlock(index);
  return isStale;
}

/** Removes the lock that a git command which was ended from outside left at an index. */
export async function unlock(index: string): Promise<void> {
  await rm(`${index}.lock`, { force: true });
}

/** @throws SnapshotError */
export function answerOf(
  { end, code, stdout, stderr, truncated }: ChildOutcome,
  name: string,
  most?: number,
): string {
  if (end !== 'exited')
    throw new SnapshotError(`git ${name} took longer than ${gitTimeoutMs} ms`, true);
  if (code !== 0) throw new SnapshotError(`git ${name}: ${stderr.trim().slice(0, 500)}`);
  if (truncated && most === undefined) throw new SnapshotError('there are too many files', true);
  return stdout;
}
