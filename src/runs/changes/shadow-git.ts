import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ChildStarter } from '../../platform/process/child-starter.js';
import type { ChildOutcome } from '../../platform/process/run-child.js';
import { pause } from '../../platform/process/pause.js';
import { gitEnvironment, guardingConfiguration } from '../../tools/git/git-configuration.js';

const timeoutMs = 30_000;

/** How long a command waits for another replica to be done with the index, before it looks again, ms. */
const lockedPauseMs = 20;

/** Characters kept of an answer; a list of paths that takes more is refused. */
const maxOutput = 8_000_000;

/** A state takes several commands, and the service is large: see `ChildStarter`. */
const starter = new ChildStarter();

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
  /** Objects of another repository that may be read as well. */
  readonly alternates?: string;
  readonly variables?: Readonly<Record<string, string>>;
  /** Characters of the answer that are wanted: a longer one is cut there instead of refused. */
  readonly most?: number;
}

/** Every file as it is, byte for byte: no repository's attributes change what is stored. */
export const shadowAttributes =
  '* -text -filter -ident -working-tree-encoding !diff !merge !export-subst\n';

/** Left out whether or not a `.gitignore` says so. */
export const shadowExcludes = ['node_modules/', '.venv/', 'venv/', '__pycache__/', ''].join('\n');

const configuration = {
  ...guardingConfiguration([], true),
  'core.bare': 'false',
  'core.autocrlf': 'false',
  'core.safecrlf': 'false',
  'core.quotePath': 'false',
  'core.excludesFile': process.platform === 'win32' ? 'NUL' : '/dev/null',
  'core.untrackedCache': 'false',
  'core.splitIndex': 'false',
  'core.looseCompression': '1',
};

/**
 * Runs git on a shadow repository: its git directory and index are the service's own, the workspace
 * is only its work tree. Nothing of the user's repository is read or written, and no hook, filter or
 * configuration of anybody else applies.
 *
 * @throws SnapshotError when git fails, takes too long or says too much; ChildStarterError
 */
export async function shadowGit(
  place: ShadowPlace,
  inherited: Readonly<Record<string, string>>,
  command: ShadowCommand,
): Promise<string> {
  const { index = path.join(place.gitDirectory, 'index') } = command;
  const deadline = performance.now() + 2 * timeoutMs;
  for (;;) {
    const outcome = await runOnce(place, inherited, { ...command, index });
    // The lock may be another replica's that is at work.
    if (outcome.end !== 'exited') await (place.shared ? unlockStale : unlock)(index);
    if (!isLocked(outcome)) return answerOf(outcome, command);
    const mayWait = place.shared && performance.now() < deadline;
    const unlocked = await unlockStale(index);
    if (!mayWait && !unlocked) return answerOf(outcome, command);
    await unlockStale(path.join(place.gitDirectory, 'config'));
    await pause(lockedPauseMs);
  }
}

/**
 * Another replica uses the index, or makes the repository; or a command was killed, or outlived the
 * process that started it.
 */
function isLocked({ code, stderr }: ChildOutcome): boolean {
  return code !== 0 && /\.lock': File exists|could not lock config file/.test(stderr);
}

function runOnce(
  { gitDirectory, workspace }: ShadowPlace,
  inherited: Readonly<Record<string, string>>,
  { args, input, index, alternates, variables, most }: ShadowCommand & { readonly index: string },
): Promise<ChildOutcome> {
  return starter.run({
    file: 'git',
    args: ['--no-pager', `--git-dir=${gitDirectory}`, `--work-tree=${workspace}`, ...args],
    cwd: workspace,
    environment: {
      ...gitEnvironment(inherited, configuration),
      GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
      GIT_INDEX_FILE: index,
      GIT_LITERAL_PATHSPECS: '1',
      ...(alternates !== undefined && { GIT_ALTERNATE_OBJECT_DIRECTORIES: alternates }),
      ...variables,
    },
    timeoutMs,
    output: { head: most ?? maxOutput },
    startsNothing: true,
    ...(input !== undefined && { input }),
  });
}

/**
 * No command of any replica takes so long: whoever made the lock is gone.
 * @returns whether there was one to remove
 */
export async function unlockStale(index: string): Promise<boolean> {
  const stats = await stat(`${index}.lock`).catch(() => null);
  const isStale = stats !== null && Date.now() - stats.mtimeMs > timeoutMs;
  if (isStale) await unlock(index);
  return isStale;
}

/** Removes the lock that a git command which was ended from outside left at an index. */
export async function unlock(index: string): Promise<void> {
  await rm(`${index}.lock`, { force: true });
}

function answerOf(
  { end, code, stdout, stderr, truncated }: ChildOutcome,
  { args: [name = ''], most }: ShadowCommand,
): string {
  if (end !== 'exited')
    throw new SnapshotError(`git ${name} took longer than ${timeoutMs} ms`, true);
  if (code !== 0) throw new SnapshotError(`git ${name}: ${stderr.trim().slice(0, 500)}`);
  if (truncated && most === undefined) throw new SnapshotError('there are too many files', true);
  return stdout;
}
