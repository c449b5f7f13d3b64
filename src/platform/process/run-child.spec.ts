import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isRunning } from '#test/support/is-running.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { runChild } from './run-child.js';
import type { ChildCommand, ChildOutcome } from './run-child.js';

const at = temporaryDirectory();

function run(line: string, options: Partial<ChildCommand> = {}): Promise<ChildOutcome> {
  return runChild({
    file: line,
    args: [],
    shell: true,
    cwd: at(),
    environment: { PATH: process.env.PATH ?? '' },
    timeoutMs: 20_000,
    output: { head: 1000 },
    signal: new AbortController().signal,
    ...options,
  });
}

/** True if the process that wrote its id to a file is alive. */
async function isAlive(idFile: string): Promise<boolean> {
  return isRunning((await readFile(at(idFile), 'utf8')).trim());
}

describe('runChild', () => {
  it('gives both streams and the code', async () => {
    expect(await run('echo out; echo err >&2; exit 3')).toMatchObject({
      end: 'exited',
      code: 3,
      signal: null,
      stdout: 'out\n',
      stderr: 'err\n',
      truncated: false,
      leftovers: false,
      held: false,
    });
  });

  it('hands on no variable besides the given ones and its own', async () => {
    const { stdout } = await run('env', { environment: { GIVEN: 'yes', PATH: '/bin:/usr/bin' } });
    const names = stdout.match(/^\w+(?==)/gm)?.sort();
    expect(names).toEqual(['GIVEN', 'OFFICE_CHILD_TREE', 'PATH', 'PWD']);
  });

  it('gives no input to wait for', async () => {
    expect(await run('cat; echo end')).toMatchObject({ stdout: 'end\n' });
  });

  it('keeps so much of the output and reads the rest away', async () => {
    const outcome = await run('yes | head -c 300000; echo err >&2');
    expect(outcome).toMatchObject({ code: 0, truncated: true });
    expect(outcome.stdout.length + outcome.stderr.length).toBe(1000);
  });

  it('tells which signal ended the child', async () => {
    expect(await run('kill -TERM $$')).toMatchObject({ code: null, signal: 'SIGTERM' });
  });

  it('fails when the child cannot be started', async () => {
    await expect(run('x', { file: at('missing'), shell: false })).rejects.toThrow('ENOENT');
  });

  it('does not start anything for a run that is already cancelled', async () => {
    const outcome = await run('touch started', { signal: AbortSignal.abort() });
    expect(outcome.end).toBe('cancelled');
    expect(existsSync(at('started'))).toBe(false);
  });
});

describe('runChild ends the whole tree', () => {
  const nested = (file: string): string => `sh -c 'sleep 60 & echo $! > ${file}; wait'`;

  it('when the time is over', async () => {
    const outcome = await run(nested('timeout.pid'), { timeoutMs: 300 });
    expect(outcome).toMatchObject({ end: 'timeout', code: null, held: false });
    expect(await isAlive('timeout.pid')).toBe(false);
  });

  it('when the run is cancelled', async () => {
    const outcome = await run(nested('cancel.pid'), { signal: AbortSignal.timeout(300) });
    expect(outcome).toMatchObject({ end: 'cancelled', held: false });
    expect(await isAlive('cancel.pid')).toBe(false);
  });

  it('when the child left the group and closed its output', async () => {
    const line = `setsid sh -c 'echo $$ > session.pid; exec sleep 60' >/dev/null 2>&1 & sleep 60`;
    await run(line, { timeoutMs: 500 });
    expect(await isAlive('session.pid')).toBe(false);
  });

  it('when the child ended and something stayed in the background', async () => {
    const outcome = await run('sleep 60 & echo $! > background.pid; echo done');
    expect(outcome).toMatchObject({ end: 'exited', code: 0, stdout: 'done\n', leftovers: true });
    expect(await isAlive('background.pid')).toBe(false);
  });

  it('but lets what is about to end say its last words', async () => {
    expect(await run('(sleep 0.05; echo late) &')).toMatchObject({
      stdout: 'late\n',
      leftovers: false,
    });
  });

  it('unless it was said that the child starts nothing', async () => {
    const line = 'sleep 60 >/dev/null 2>&1 & echo $! > alone.pid';
    expect(await run(line, { startsNothing: true })).toMatchObject({ leftovers: false });
    expect(await isAlive('alone.pid')).toBe(true);
    process.kill(Number(await readFile(at('alone.pid'), 'utf8')), 'SIGKILL');
  });

  it('settles even when a process outside its group holds the output open', async () => {
    const started = Date.now();
    const line = `env -i setsid sh -c 'echo $$ > held.pid; exec sleep 60' & sleep 60`;
    const outcome = await run(line, { timeoutMs: 300 });
    expect(outcome).toMatchObject({ end: 'timeout', held: true });
    expect(Date.now() - started).toBeLessThan(4000);
    process.kill(Number(await readFile(at('held.pid'), 'utf8')), 'SIGKILL');
  });
});
