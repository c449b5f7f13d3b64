import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { EvalTask } from './eval-task.js';

/** Maximum time of a hidden check, ms. */
const checkTimeoutMs = 60_000;
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
    await cp(join(task.folder, 'repo'), root, { recursive: true });
    for (const args of [
      ['init', '--quiet', '--initial-branch=main'],
      ['config', 'core.autocrlf', 'false'],
      ['add', '--all'],
      ['commit', '--quiet', '--message=Begin'],
      ['tag', 'eval-start'],
    ]) {
      await execa('git', args, { cwd: root, env: identity });
    }
    return new TaskRepository(task, root);
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
    await cp(join(this.task.folder, 'checks'), checks, { recursive: true });
    await writeFile(join(checks, 'outcome.md'), outcome);
    const [program = '', ...args] = this.task.check;
    const { NODE_OPTIONS: _flags, NODE_TEST_CONTEXT: _context, ...env } = process.env;
    const { exitCode, all } = await execa(program, args, {
      cwd: this.workspace,
      env,
      extendEnv: false,
      all: true,
      reject: false,
      timeout: checkTimeoutMs,
    });
    return { passed: exitCode === 0, output: all.slice(-keptCharacters) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}
