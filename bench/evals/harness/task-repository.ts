import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { EvalTask } from './eval-task.js';

/** Longest time a hidden check may take, ms. */
const checkTimeoutMs = 60_000;
/** How much of a check's output is kept, characters from its end. */
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
  /** The end of what the check printed. */
  readonly output: string;
}

/**
 * The repository of a task in a temporary folder of its own, with one commit under the tag
 * `eval-start`. `dispose` removes it.
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

  /** The folder the office works in. */
  get workspace(): string {
    return join(this.root, this.task.workspace);
  }

  /** Runs the hidden checks on what the office left, beside the answer it gave. */
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
