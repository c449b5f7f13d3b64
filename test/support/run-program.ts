import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The root of the checkout. */
export const repositoryRoot = join(import.meta.dirname, '../../');

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly cwd?: string;
  /** Added to the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>;
  /** Written to its standard input, which is then closed. */
  readonly input?: string;
  /** Called with the whole output so far, and a function that sends a signal. */
  readonly onOutput?: (stdout: string, signal: (name: NodeJS.Signals) => void) => void;
}

/** Runs a program of the checkout to its end. */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd = repositoryRoot, env = {}, input = '', onOutput }: ProgramOptions = {},
): Promise<ProgramResult> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    onOutput?.(stdout, (name) => child.kill(name));
  });
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  // A program may end without reading its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
