import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { isRunning } from '#test/support/is-running.js';
import { SystemClock } from '../clock.js';
import type { OfficeId } from '../fleet/office-id.js';
import { OfficeLogger } from '../logging/office-logger.js';
import type { ChildEnvironments } from './child-environments.js';
import { LeftProcesses } from './left-processes.js';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('what a killed process of the service left running', () => {
  const children: ChildProcess[] = [];
  const lines: string[] = [];
  let left: LeftProcesses;
  /** The mark of this process, and one of a process of its office that has ended. */
  let [living, ended] = ['', ''];

  beforeEach(async () => {
    lines.length = 0;
    const keep = (line: string): void => void lines.push(line);
    const sinks = { out: keep, err: keep };
    const environments = {
      markAs: (marks: Record<string, string>) => void ([living = ''] = Object.values(marks)),
    };
    left = new LeftProcesses(
      environments as unknown as ChildEnvironments,
      { read: async () => 'office_1' } as OfficeId,
      new OfficeLogger({ clock: new SystemClock(), level: 'info', sinks }),
    );
    await left.onModuleInit();
    const gone = spawn('true');
    await once(gone, 'exit');
    ended = living.replace(/\d+ \d+$/, `${gone.pid} 1`);
  });
  afterEach(() => {
    for (const { pid } of children.splice(0)) {
      try {
        process.kill(-(pid ?? 0), 'SIGKILL');
      } catch {
        // It has ended, as it should.
      }
    }
  });

  /** A command that says the ids of its processes, one in each line. */
  async function command(mark: string, text: string, count = 1): Promise<readonly number[]> {
    const child = spawn('/bin/sh', ['-c', text], {
      env: { PATH: process.env['PATH'] ?? '', OFFICE_CHILD_OF: mark },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    children.push(child);
    let said = '';
    while (said.split('\n').length <= count) {
      said += String((await once(child.stdout, 'data'))[0]);
    }
    return said.trim().split('\n').map(Number);
  }

  it.each([
    ['a command', 'echo $$; exec sleep 60', 1],
    ['what it started', 'echo $$; sh -c "echo \\$\\$; exec sleep 60" & wait', 2],
    ['what left its group', 'echo $$; setsid sh -c "echo \\$\\$; exec sleep 60" & wait', 2],
    ['what lost its parent', 'setsid sh -c "echo \\$\\$; exec sleep 60" & exit', 1],
    ['what has no environment', 'echo $$; env -i sh -c "echo \\$\\$; exec sleep 60" & wait', 2],
    ['what does not end when asked', 'trap "" TERM; echo $$; while :; do sleep 0.1; done', 1],
    ['what begins something else then', 'trap "setsid sleep 60 & exit" TERM; echo $$; sleep 60', 1],
  ])('is ended: %s', async (_, text, count) => {
    const ids = await command(ended, text, count);
    await left.end();
    expect(await Promise.all(ids.map(isRunning))).toEqual(ids.map(() => false));
    expect(lines.join('')).toMatch(/ended \d process\(es\) that a killed process/);
  });

  it('is ended although another process has the id of the killed one now', async () => {
    const reused = living.replace(/\d+$/, '1');
    const ids = await command(reused, 'echo $$; exec sleep 60');
    await left.end();
    expect(await Promise.all(ids.map(isRunning))).toEqual([false]);
  });

  it('may end by itself, as git does to remove its locks', async () => {
    await command(ended, 'trap "echo cleaned; exit" TERM; echo $$; while :; do sleep 0.02; done');
    const [child] = children;
    const said: string[] = [];
    child?.stdout?.on('data', (chunk) => said.push(String(chunk)));
    await left.end();
    expect(said.join('')).toBe('cleaned\n');
  });

  it.each([
    ['of a process that works', () => living],
    ['of another office', () => ended.replace('office_1', 'office_2')],
    ['of an office with a longer id', () => ended.replace('office_1', 'office_12')],
    ['of another namespace', () => ended.replace(/pid:\[\d+\]/, 'pid:[1]')],
    ['with a mark of something else', () => 'office_1'],
    ['that names it elsewhere', () => `x OFFICE_CHILD_OF=${ended}`],
  ])('stays where it is %s', async (_, mark) => {
    const [id = 0] = await command(mark(), 'echo $$; exec sleep 60');
    await left.end();
    expect(await isRunning(id)).toBe(true);
    expect(lines).toEqual([]);
  });
});
