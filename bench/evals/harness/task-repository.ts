import { cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { execa } from 'execa';
import { InstalledPackages } from './installed-packages.js';
import type { EvalTask, Origin } from './eval-task.js';

/** Time for hidden checks where the task names none, s. */
const checkLimitS = 60;
/** Maximum time of a set-up script, ms. */
const setUpTimeoutMs = 120_000;
/** Number of characters kept from the end of a check's output. */
const keptCharacters = 2000;

const identity = {
  GIT_AUTHOR_NAME: 'Eval',
  GIT_AUTHOR_EMAIL: 'eval@localhost',
  GIT_COMMITTER_NAME: 'Eval',
  GIT_COMMITTER_EMAIL: 'eval@localhost',
  GIT_CONFIG_NOSYSTEM: '1',
};

export interface CheckResult {
  readonly passed: boolean;
  /** The end of the check's output. */
  readonly output: string;
}

/**
 * The repository of a task in a temporary folder, with one commit tagged `eval-start`. `dispose`
 * removes it.
 */
export class TaskRepository implements AsyncDisposable {
  private constructor(
    private readonly task: EvalTask,
    private readonly root: string,
  ) {}

  static async create(task: EvalTask): Promise<TaskRepository> {
    const root = await mkdtemp(join(tmpdir(), `office-eval-${task.id}-`));
    const repository = new TaskRepository(task, root);
    try {
      await layOut(task.origin, root);
      await commit(root);
      return repository;
    } catch (error) {
      await repository[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The folder that the office works in. */
  get workspace(): string {
    return join(this.root, this.task.workspace);
  }

  /** Runs the hidden checks on the workspace and the office's answer. */
  async check(outcome: string): Promise<CheckResult> {
    const checks = join(this.workspace, '.checks');
    await rm(checks, { recursive: true, force: true });
    await mkdir(checks);
    for (const path of this.task.hidden) await copyInto(path, checks);
    await writeFile(join(checks, 'outcome.md'), outcome);
    const [program = '', ...args] = this.task.check;
    const { NODE_OPTIONS: _flags, NODE_TEST_CONTEXT: _context, ...env } = process.env;
    const limitS = this.task.checkLimitS ?? checkLimitS;
    const { exitCode, all, timedOut } = await execa(program, args, {
      cwd: this.workspace,
      env: { ...env, TEST_DIR: checks },
      extendEnv: false,
      all: true,
      reject: false,
      timeout: limitS * 1000,
    });
    const output = timedOut ? `${all}\nstopped after ${limitS} s` : all;
    return { passed: exitCode === 0, output: output.slice(-keptCharacters) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}

/** Puts the files of a task into an empty folder. */
async function layOut(origin: Origin, root: string): Promise<void> {
  if (origin.kind === 'folder') return cp(origin.path, root, { recursive: true });
  if (origin.kind === 'package') {
    await using installed = await InstalledPackages.fetch([origin.faulty]);
    await installed.copy(origin.faulty, root);
    return;
  }
  const { folder, script } = origin;
  if (folder !== undefined) await cp(folder, root, { recursive: true });
  if (script === undefined) return;
  await execa('bash', [script], {
    cwd: root,
    env: { TASK_DIR: dirname(script) },
    timeout: setUpTimeoutMs,
  });
}

async function commit(root: string): Promise<void> {
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['config', 'core.autocrlf', 'false'],
    ['add', '--all'],
    ['commit', '--quiet', '--allow-empty', '--message=Begin'],
    ['tag', 'eval-start'],
  ]) {
    await execa('git', args, { cwd: root, env: identity });
  }
}

/** The content of a folder, or a file under its name. */
async function copyInto(path: string, folder: string): Promise<void> {
  const isFolder = (await stat(path)).isDirectory();
  await cp(path, isFolder ? folder : join(folder, basename(path)), { recursive: true });
}
