import { RefusedError } from '../../platform/errors/office-error.js';
import { ChildStartError } from '../../platform/process/child-start-error.js';
import type { StartedElsewhere } from '../../platform/process/child-starter.process.js';
import { runChild } from '../../platform/process/run-child.js';
import type { ChildOutcome } from '../../platform/process/run-child.js';
import { clip } from '../../platform/text/clip.js';
import { gitTexts } from '../../protocol/texts/tools.js';
import { gitEnvironment, guardKey, guardingConfiguration } from './git-configuration.js';
import type { GitConfiguration } from './git-configuration.js';

export const gitTimeoutMs = 20_000;
/** Characters kept of an output, from its beginning. */
const keptCharacters = 1_000_000;
const maxReason = 300;

/** Only names of keys; a repository with more is refused. */
const maxConfiguration = 1_000_000;

export interface GitCommand {
  /** The subcommand and its arguments. */
  readonly args: readonly string[];
  readonly writes: boolean;
  /** Working directory: the workspace. */
  readonly root: string;
  readonly gitDirectory: string;
  readonly workTree: string;
  readonly inherited: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Characters kept of the output. */
  readonly most?: number;
  /** Longest run, ms. */
  readonly timeoutMs?: number;
  /** Written to git's input. */
  readonly input?: string;
  /** Starts git from a smaller process, without early termination. */
  readonly start?: (command: StartedElsewhere) => Promise<ChildOutcome>;
}

/** Options that keep a subcommand from starting programs or entering submodules. */
const quieting: Readonly<Record<string, readonly string[]>> = {
  diff: ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all'],
  log: ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all'],
  show: ['--no-ext-diff', '--no-textconv', '--ignore-submodules=all'],
  // A file of revisions named by the configuration is read first, and quoted.
  blame: ['--no-textconv', '--no-ignore-revs-file'],
  status: ['--ignore-submodules=all'],
  'diff-index': ['--ignore-submodules=all'],
};

/**
 * Runs git on a workspace's repository without starting any other program: no hook, filter, pager,
 * editor, signing program, credential helper or transport, whatever the configuration says. The
 * configuration is read first, because drivers have arbitrary names and each must be disabled by
 * its own.
 *
 * @throws RefusedError if git is missing, cannot read its configuration, or ignores the overrides.
 */
export async function guardedGit(command: GitCommand): Promise<ChildOutcome> {
  const [subcommand = '', ...args] = command.args;
  const keys = await configuredKeys(command);
  const configuration = guardingConfiguration(keys, command.writes);
  const words = [subcommand, ...(quieting[subcommand] ?? []), ...args];
  return runGit(command, configuration, words, command.most ?? keptCharacters, command.input);
}

async function configuredKeys(command: GitCommand): Promise<readonly string[]> {
  const fixed = guardingConfiguration([], command.writes);
  const listing = ['config', '--list', '--name-only', '--null', '--includes'];
  const { code, stdout, stderr } = await runGit(command, fixed, listing, maxConfiguration);
  if (code !== 0) throw new RefusedError(gitTexts.badConfiguration(lastLine(stderr)));
  const keys = stdout.split('\0').filter((key) => key !== '');
  if (!keys.includes(guardKey)) throw new RefusedError(gitTexts.notGuarded);
  return keys;
}

function lastLine(text: string): string {
  return clip(text.trim().split('\n').at(-1) ?? '', maxReason);
}

async function runGit(
  { root, gitDirectory, workTree, inherited, signal, writes, start, timeoutMs }: GitCommand,
  configuration: GitConfiguration,
  args: readonly string[],
  cap = keptCharacters,
  input?: string,
): Promise<ChildOutcome> {
  const starting = start ?? ((child: StartedElsewhere) => runChild({ ...child, signal }));
  const running = starting({
    file: 'git',
    args: [
      '--no-pager',
      ...(writes ? [] : ['--no-optional-locks']),
      `--git-dir=${gitDirectory}`,
      `--work-tree=${workTree}`,
      ...args,
    ],
    cwd: root,
    environment: gitEnvironment(inherited, configuration),
    timeoutMs: timeoutMs ?? gitTimeoutMs,
    output: { head: cap },
    ...(input !== undefined && { input }),
  });
  try {
    return await running;
  } catch (error) {
    const isMissing = error instanceof ChildStartError && error.isMissingProgram;
    throw isMissing ? new RefusedError(gitTexts.notInstalled) : error;
  }
}
