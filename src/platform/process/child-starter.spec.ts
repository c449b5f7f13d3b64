import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { isRunning } from '../../../test/support/is-running.js';
import { repositoryRoot } from '../../../test/support/run-program.js';
import { temporaryDirectory } from '../../../test/support/temporary-directory.js';
import { until } from '../../../test/support/until.js';
import { ChildStarter, ChildStarterError } from './child-starter.js';
import type { StartedElsewhere } from './child-starter.process.js';
import { runChild } from './run-child.js';

const at = temporaryDirectory();

function line(text: string, options: Partial<StartedElsewhere> = {}): StartedElsewhere {
  return {
    file: text,
    args: [],
    shell: true,
    cwd: at(),
    environment: { PATH: process.env.PATH ?? '' },
    timeoutMs: 20_000,
    output: { head: 1000 },
    ...options,
  };
}

/** The process that starts the children. */
async function idOf(starter: ChildStarter): Promise<number> {
  return Number((await starter.run(line('echo $PPID'))).stdout);
}

async function gone(id: number): Promise<void> {
  await until(async () => !(await isRunning(id)));
}

describe('a ChildStarter', () => {
  it.each<[string, string, Partial<StartedElsewhere>]>([
    ['output, errors and a code', 'echo out; echo err >&2; exit 3', {}],
    ['input', 'tr a-z A-Z', { input: 'many words\0\u00e9\n'.repeat(40) }],
    ['more output than is kept', 'yes | head -c 300000', {}],
    ['a time limit', 'sleep 60', { timeoutMs: 100 }],
    ['a signal', 'kill -9 $$', {}],
    ['its variables only', 'env | cut -d= -f1 | sort', { environment: { GIVEN: 'yes' } }],
  ])('gives what runChild gives: %s', async (_name, text, options) => {
    const command = line(text, options);
    const expected = await runChild({ ...command, signal: new AbortController().signal });
    expect(await new ChildStarter().run(command)).toEqual(expected);
  });

  it('runs many at once, each with its own answer', async () => {
    const starter = new ChildStarter();
    const numbers = Array.from({ length: 20 }, (_each, index) => index);
    const outcomes = await Promise.all(numbers.map((each) => starter.run(line(`echo ${each}`))));
    expect(outcomes.map(({ stdout }) => Number(stdout))).toEqual(numbers);
  });

  it('says why a program cannot be started, and goes on', async () => {
    const starter = new ChildStarter();
    const missing = starter.run(line('office-no-such-program', { shell: false }));
    await expect(missing).rejects.toThrow('ENOENT');
    expect(await starter.run(line('echo on'))).toMatchObject({ stdout: 'on\n' });
  });

  it('starts them from one process, which outlasts what asks the service to end', async () => {
    const starter = new ChildStarter();
    const id = await idOf(starter);
    expect(id).not.toBe(process.pid);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(id, signal);
    expect(await idOf(starter)).toBe(id);
  });

  it('tells whoever waits that the process has ended, and starts another', async () => {
    const starter = new ChildStarter();
    const id = await idOf(starter);
    const waiting = expect(starter.run(line('kill -9 $PPID; sleep 0.1'))).rejects;
    await waiting.toThrow(new ChildStarterError('the process that starts children ended'));
    expect(await idOf(starter)).not.toBe(id);
  });

  it('ends a process that does not answer', async () => {
    const starter = new ChildStarter({ graceMs: 100, idleMs: 30_000 });
    const id = await idOf(starter);
    process.kill(id, 'SIGSTOP');
    const stuck = starter.run(line('echo', { timeoutMs: 100 }));
    await expect(stuck).rejects.toThrow('the process that starts children is stuck');
    await gone(id);
    expect(await idOf(starter)).not.toBe(id);
  });

  it('has no process when nothing was asked for a while', async () => {
    const starter = new ChildStarter({ graceMs: 10_000, idleMs: 20 });
    const id = await idOf(starter);
    await gone(id);
    expect(await idOf(starter)).not.toBe(id);
  });

  /** A program that has a child print its parent, and does what `then` says. */
  function program(then: string) {
    const text = `
      import { ChildStarter } from '${repositoryRoot}dist/platform/process/child-starter.js';
      const command = ${JSON.stringify(line('echo $PPID'))};
      const { stdout } = await new ChildStarter().run(command);
      process.stdout.write(stdout);
      ${then}`;
    return spawn(process.execPath, ['--input-type=module', '-e', text], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  it('does not keep the service from ending, and ends with it', async () => {
    const service = program('');
    const [said] = (await once(service.stdout, 'data')) as [Buffer];
    expect(await once(service, 'exit')).toEqual([0, null]);
    await gone(Number(said.toString()));
  });

  it('ends with a service that is killed', async () => {
    const service = program('setInterval(() => undefined, 1000);');
    const [said] = (await once(service.stdout, 'data')) as [Buffer];
    service.kill('SIGKILL');
    await once(service, 'exit');
    await gone(Number(said.toString()));
  });
});
