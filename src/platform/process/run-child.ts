import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { CappedOutput } from './capped-output.js';
import { ChildTree } from './child-tree.js';
import { within } from './within.js';

/** How long whoever still holds the output may go on once the child itself has ended. */
const graceMs = 250;

/** After a kill nobody waits longer than this, whatever holds the pipes. */
const settleMs = 2000;

export interface ChildCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** `file` is a line for the platform's shell. */
  readonly shell?: boolean;
  readonly cwd: string;
  /** All of it: nothing is inherited besides. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Characters kept of both streams together. */
  readonly maxOutput: number;
  readonly signal: AbortSignal;
}

export interface ChildOutcome {
  readonly end: 'exited' | 'timeout' | 'cancelled';
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  /** The child left processes running, which were ended with it. */
  readonly leftovers: boolean;
  /** Somebody out of reach still holds the output, so something may still be running. */
  readonly held: boolean;
}

type End = Pick<ChildOutcome, 'end' | 'code' | 'signal'>;

/**
 * Runs a child to its end: without input, in its own process group, its output capped while it
 * comes. Everything it started ends with it, however it ends; so a time limit cannot be slept
 * through in the background. Settles within about two seconds of the end.
 *
 * @throws when the child cannot be started.
 */
export async function runChild(command: ChildCommand): Promise<ChildOutcome> {
  if (command.signal.aborted) return neverStarted;
  const tree = new ChildTree();
  const child = spawn(command.file, [...command.args], optionsFor(command, tree));
  const output = new CappedOutput(command.maxOutput);
  const stdout = output.collect(child.stdout);
  const stderr = output.collect(child.stderr);
  const closed = new Promise<true>((resolve) => child.once('close', () => resolve(true)));

  const end = await endOf(child, command);
  if (end.end === 'exited') await within(graceMs, closed);
  const leftovers = child.pid !== undefined && (await tree.end(child.pid, end.end === 'exited'));
  const held = !(await within(settleMs, closed));
  child.stdout.destroy();
  child.stderr.destroy();
  return {
    ...end,
    signal: end.signal ?? child.signalCode,
    stdout: stdout(),
    stderr: stderr(),
    truncated: output.truncated,
    leftovers: leftovers && end.end === 'exited',
    held,
  };
}

const neverStarted: ChildOutcome = {
  end: 'cancelled',
  code: null,
  signal: null,
  stdout: '',
  stderr: '',
  truncated: false,
  leftovers: false,
  held: false,
};

function optionsFor(
  command: ChildCommand,
  tree: ChildTree,
): SpawnOptions & { stdio: ['ignore', 'pipe', 'pipe'] } {
  return {
    cwd: command.cwd,
    env: { ...command.environment, ...tree.environment },
    shell: command.shell ?? false,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  };
}

function endOf(child: ChildProcess, { timeoutMs, signal }: ChildCommand): Promise<End> {
  return new Promise((resolve, reject) => {
    const release = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    };
    const settle = (end: End): void => {
      release();
      resolve(end);
    };
    const cancel = (): void => settle({ end: 'cancelled', code: null, signal: null });
    const timer = setTimeout(() => settle({ end: 'timeout', code: null, signal: null }), timeoutMs);
    signal.addEventListener('abort', cancel, { once: true });
    child.once('exit', (code, by) => settle({ end: 'exited', code, signal: by }));
    child.once('error', (error) => {
      release();
      reject(error);
    });
  });
}
