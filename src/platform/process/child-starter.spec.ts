import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isRunning } from '#test/support/is-running.js';
import { repositoryRoot } from '#test/support/run-program.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { until } from '#test/support/until.js';
import { ChildStarter } from './child-starter.js';
import { HelperProcessError, type HelperTimes } from './helper-process.js';
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

/** Its helper ends soon after a test. */
function starterOf(times: Partial<HelperTimes> = {}): ChildStarter {
  return new ChildStarter({ graceMs: 10_000, idleMs: 2000, ...times });
}

/** Id of the process that starts the children. */
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
    expect(await starterOf().run(command)).toEqual(expected);
  });

  it('runs many at once, each with its own answer', async () => {
    const starter = starterOf();
    const numbers = Array.from({ length: 20 }, (_each, index) => index);
    const outcomes = await Promise.all(numbers.map((each) => starter.run(line(`echo ${each}`))));
    expect(outcomes.map(({ stdout }) => Number(stdout))).toEqual(numbers);
  });

  it('says why a program cannot be started, and goes on', async () => {
    const starter = starterOf();
    const missing = starter.run(line('office-no-such-program', { shell: false }));
    await expect(missing).rejects.toThrow('ENOENT');
    expect(await starter.run(line('echo on'))).toMatchObject({ stdout: 'on\n' });
  });

  it('starts them from one process, which outlasts what asks the service to end', async () => {
    const starter = starterOf();
    const id = await idOf(starter);
    expect(id).not.toBe(process.pid);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(id, signal);
    expect(await idOf(starter)).toBe(id);
  });

  it('tells whoever waits that the process has ended, and starts another', async () => {
    const starter = starterOf();
    const id = await idOf(starter);
    const waiting = expect(starter.run(line('kill -9 $PPID; sleep 0.1'))).rejects;
    await waiting.toThrow(new HelperProcessError('the helper process ended'));
    expect(await idOf(starter)).not.toBe(id);
  });

  it('ends a process that does not answer', async () => {
    const starter = starterOf({ graceMs: 100 });
    const id = await idOf(starter);
    process.kill(id, 'SIGSTOP');
    const stuck = starter.run(line('echo', { timeoutMs: 100 }));
    await expect(stuck).rejects.toThrow('the helper process is stuck');
    await gone(id);
    expect(await idOf(starter)).not.toBe(id);
  });

  it('gives up one late answer and no other, while the helper answers', async () => {
    const starter = starterOf({ graceMs: 500 });
    const id = await idOf(starter);
    // A process that left the group holds the output, so the end is reported two seconds later.
    const holdsOutput = { timeoutMs: 1000, startsNothing: true };
    const late = starter.run(line('setsid sleep 3 & exit 0', holdsOutput));
    const other = starter.run(line('sleep 2; echo other'));
    await Promise.all([1, 2, 3].map(() => starter.run(line('true'))));
    await expect(late).rejects.toThrow('the helper process did not answer in time');
    expect(await other).toMatchObject({ stdout: 'other\n' });
    expect(await idOf(starter)).toBe(id);
  });

  it('has no process when nothing was asked for a while', async () => {
    const starter = starterOf({ idleMs: 20 });
    const id = await idOf(starter);
    await gone(id);
    expect(await idOf(starter)).not.toBe(id);
  });

  /** A program whose child prints its parent's id and then does `then`. */
  function program(then: string) {
    const text = `
      import { ChildStarter } from '${repositoryRoot}dist/platform/process/child-starter.js';
      const command = ${JSON.stringify(line('echo $PPID'))};
      const starter = new ChildStarter();
      const { stdout } = await starter.run(command);
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

  it('lets a command end that was at work when the service was killed', async () => {
    const file = at('written');
    const work = JSON.stringify(line(`touch ${at('begun')}; sleep 0.5; echo done > ${file}`));
    const service = program(`await starter.run(${work});`);
    const [said] = (await once(service.stdout, 'data')) as [Buffer];
    await until(() => existsSync(at('begun')));
    service.kill('SIGKILL');
    await gone(Number(said.toString()));
    expect(await readFile(file, 'utf8')).toBe('done\n');
  });
});
