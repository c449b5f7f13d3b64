import path from 'node:path';
import type { StartedElsewhere } from '../../platform/process/child-starter.process.js';
import type { ChildOutcome } from '../../platform/process/run-child.js';
import {
  gitEnvironment,
  guardingConfiguration,
  nullDevice,
} from '../../tools/git/git-configuration.js';

export const gitTimeoutMs = 30_000;

/** Characters of an output; a longer list of paths is refused. */
const maxOutput = 8_000_000;

/** Git failed. */
export class SnapshotError extends Error {
  /** @param isLasting the next call would fail alike and take as long */
  constructor(
    message: string,
    readonly isLasting = false,
  ) {
    super(message);
    this.name = 'SnapshotError';
  }
}

export interface ShadowPlace {
  /** The service's own git directory for one workspace. */
  readonly gitDirectory: string;
  readonly workspace: string;
}

export interface ShadowCommand {
  readonly args: readonly string[];
  readonly input?: string;
  /** An own index file, for commands that use one. */
  readonly index?: string;
  /** Characters wanted of the output: longer output is cut instead of refused. */
  readonly most?: number;
}

/** Runs a command to its end, in this or another process. */
export type StartChild = (command: StartedElsewhere) => Promise<ChildOutcome>;

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
  // A name that another system takes for `.git` is an ordinary one here.
  'core.protectHFS': 'false',
  'core.protectNTFS': 'false',
};

/**
 * Runs git on a shadow repository: the git directory is the service's own, the workspace only its
 * work tree. The user's repository is neither read nor written, and no foreign hook, filter or
 * configuration applies.
 */
export class ShadowGit {
  constructor(
    readonly place: ShadowPlace,
    private readonly inherited: () => Readonly<Record<string, string>>,
    private readonly start: StartChild,
  ) {}

  /**
   * Git's output.
   * @throws SnapshotError if git fails, takes too long or writes too much
   */
  async run({ args, input, index, most }: ShadowCommand): Promise<string> {
    const { gitDirectory, workspace } = this.place;
    const outcome = await this.start({
      file: 'git',
      args: ['--no-pager', `--git-dir=${gitDirectory}`, `--work-tree=${workspace}`, ...args],
      cwd: workspace,
      environment: {
        ...gitEnvironment(this.inherited(), configuration),
        GIT_CONFIG_GLOBAL: nullDevice,
        GIT_INDEX_FILE: index ?? path.join(gitDirectory, 'no-index'),
        GIT_LITERAL_PATHSPECS: '1',
      },
      timeoutMs: gitTimeoutMs,
      output: { head: most ?? maxOutput },
      startsNothing: true,
      ...(input !== undefined && { input }),
    });
    return answerOf(outcome, args[0] ?? '', most);
  }
}

/** @throws SnapshotError */
export function answerOf(
  { end, code, stdout, stderr, truncated }: ChildOutcome,
  name: string,
  most?: number,
  timeoutMs = gitTimeoutMs,
): string {
  if (end !== 'exited')
    throw new SnapshotError(`git ${name} took longer than ${timeoutMs} ms`, true);
  if (code !== 0) throw new SnapshotError(`git ${name}: ${stderr.trim().slice(0, 500)}`);
  if (truncated && most === undefined) throw new SnapshotError('there are too many files', true);
  return stdout;
}
