import { afterEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { markedProcesses, processIds } from './marked-processes.js';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('processes with an entry in their environment', () => {
  const children: ChildProcess[] = [];
  afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

  /** A process with this environment, known to have started its program. */
  async function processWith(environment: Readonly<Record<string, string>>): Promise<number> {
    const child = spawn('/bin/sh', ['-c', 'echo; exec sleep 60'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(child);
    await once(child.stdout, 'data');
    return child.pid ?? 0;
  }

  const entry = Buffer.from('MARK=0123456789');

  it.each([0, 16_360, 16_370, 16_380, 16_390, 32_740, 32_760, 100_000])(
    'are found behind %d characters',
    async (length) => {
      const id = await processWith({ A: 'x'.repeat(length), MARK: '0123456789' });
      const other = await processWith({ A: 'x'.repeat(length), MARK: '012345678x' });
      expect(await markedProcesses([id, other], [entry])).toEqual([id]);
    },
  );

  it('are all that have one of the entries, among all processes', async () => {
    const ids = [await processWith({ MARK: '0123456789' }), await processWith({ OTHER: 'one' })];
    await processWith({ OTHER: 'two' });
    const all = await processIds();
    const found = await markedProcesses(all, [entry, Buffer.from('OTHER=one')]);
    expect(found.sort()).toEqual(ids.sort());
  });

  it('are not those that have ended', async () => {
    const id = await processWith({ MARK: '0123456789' });
    const [child] = children;
    child?.kill('SIGKILL');
    if (child !== undefined) await once(child, 'close');
    expect(await markedProcesses([id], [entry])).toEqual([]);
  });
});
