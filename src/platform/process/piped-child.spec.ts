import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { isRunning } from '#test/support/is-running.js';
import { PipedChild } from './piped-child.js';

function start(script: string): Promise<PipedChild> {
  return PipedChild.start({
    file: process.execPath,
    args: ['-e', script],
    cwd: process.cwd(),
    environment: {},
  });
}

async function firstOutput(child: PipedChild): Promise<string> {
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return chunk.toString();
}

describe('PipedChild', () => {
  it('is spoken with until its input is closed', async () => {
    const child = await start('process.stdin.pipe(process.stdout)');
    await child.write('hello');
    expect(await firstOutput(child)).toBe('hello');
    child.closeInput();
    expect(await child.ended).toEqual({ code: 0, signal: null, leftovers: false, held: false });
  });

  it('fails when it cannot be started', async () => {
    const missing = { file: '/no/such/program', args: [], cwd: process.cwd(), environment: {} };
    await expect(PipedChild.start(missing)).rejects.toThrow('ENOENT');
  });

  it('refuses more input than the child reads', async () => {
    const child = await start('setInterval(() => {}, 1000)');
    const piece = 'x'.repeat(5 * 1024 * 1024);
    void child.write(piece).catch(() => undefined);
    void child.write(piece).catch(() => undefined);
    await expect(child.write(piece)).rejects.toThrow('does not read its input');
    await child.kill();
  });

  it('kills one that does not want to end, and what it started', async () => {
    const child = await start(
      `process.on('SIGTERM', () => {});
       const { pid } = require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit' });
       console.log(pid); setInterval(() => {}, 1000);`,
    );
    const grandchild = (await firstOutput(child)).trim();
    child.stderr.resume();
    await child.end(50);
    expect(await child.ended).toEqual({
      code: null,
      signal: 'SIGKILL',
      leftovers: false,
      held: false,
    });
    expect(await isRunning(grandchild)).toBe(false);
  });

  it('reports its exit although a descendant holds its output open', async () => {
    const child = await start(
      `require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit', detached: true }).unref();
       process.exit(3);`,
    );
    child.stdout.resume();
    child.stderr.resume();
    expect(await child.ended).toEqual({ code: 3, signal: null, leftovers: true, held: false });
  });
});
