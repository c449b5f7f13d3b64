import path from 'node:path';
import type { StartedElsewhere } from '../../platform/process/child-starter.process.js';
import type { ChildOutcome } from '../../platform/process/run-child.js';
import {
  gitEnvironment,
  guardingConfiguration,
  nullDevice,
} from '../../tools/git/git-configuration.js';

export const gitTimeoutMs = 30_000;

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
}

export interface ShadowCommand {
  readonly args: readonly string[];
  readonly input?: string;
  /** For commands that work on an index: a file of their own. */
  readonly index?: string;
  /** Characters of the answer that are wanted: a longer one is cut there instead of refused. */
  readonly most?: number;
}

/** Runs a command to its end, in this process or by another. */
export type StartChild = (command: StartedElsewhere) => Promise<ChildOutcome>;

/** Every file as it is, byte for byte: no repository's attributes change what is stored. */
export const shadowAttributes =
  '* -text -filter -ident -working-tree-encoding !diff !merge !export-subst\n';

/** A repository without a work tree of its own; objects are named by SHA-1. */
export const shadowConfiguration = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n';

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
 * Git on a shadow repository: its git directory is the service's own, the workspace is only its work
 * tree. Nothing of the user's repository is read or written, and no hook, filter or
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
): string {
  if (end !== 'exited')
    throw new SnapshotError(`git ${name} took longer than ${gitTimeoutMs} ms`, true);
  if (code !== 0) throw new SnapshotError(`git ${name}: ${stderr.trim().slice(0, 500)}`);
  if (truncated && most === undefined) throw new SnapshotError('there are too many files', true);
  return stdout;
}
