import { afterEach, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boundsOf } from '#protocol/rules/sandbox-bounds.js';
import { describeInSandbox } from '#test/support/sandbox-here.js';
import { PipedChild } from '../piped-child.js';
import type { Sandbox, SandboxNetwork } from './confinement.js';
import { WayOut } from './way-out.js';

const closed: SandboxNetwork = { kind: 'none' };
const listed: SandboxNetwork = {
  kind: 'hosts',
  rules: { hosts: ['example.org'], trusted: [], credentials: new Map() },
  ways: {
    resolve: () => Promise.reject(new Error('nothing is looked up')),
    proxies: { http: null, https: null, direct: [] },
  },
};

const start = (script: string, change: Partial<Sandbox>): Promise<PipedChild> =>
  PipedChild.start({
    ...{ file: '/bin/bash', args: ['-c', script], cwd: '/' },
    environment: { PATH: process.env.PATH ?? '' },
    confinement: {
      kind: 'sandbox',
      program: execFileSync('sh', ['-c', 'command -v bwrap'], { encoding: 'utf8' }).trim(),
      ...{ mounts: [{ kind: 'memory', path: '/run' }], guarded: [], environment: {} },
      ...{ network: closed, bounds: boundsOf(null), ...change },
    },
  });

describeInSandbox('a sandbox', () => {
  afterEach(() => void jest.restoreAllMocks());

  it.each([
    ['without a network', closed],
    ['with a list of hosts', listed],
  ])('%s asks its command to end before it kills it', async (_name, network) => {
    const waits = 'while :; do sleep 0.02; done';
    const child = await start(`trap 'echo asked; exit 7' TERM; echo up; ${waits}`, { network });
    child.stderr.resume();
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    while (!said.includes('up')) await once(child.stdout, 'data');
    await child.end(30_000);
    expect(said).toBe('up\nasked\n');
    expect(await child.ended).toMatchObject({ code: 7, held: false });
  });

  it.each(['TERM', 'KILL'])(
    'with a list of hosts ends by SIG%s as its command does',
    async (name) => {
      const child = await start(`kill -${name} $$`, { network: listed });
      for (const stream of [child.stdout, child.stderr]) stream.resume();
      const { code } = await child.ended;
      expect(code).toBe(name === 'TERM' ? 143 : 137);
    },
  );

  it('that cannot be prepared leaves no way out open', async () => {
    const close = jest.spyOn(WayOut.prototype, 'close');
    const guarded = [join(tmpdir(), 'x'.repeat(300))];
    await expect(start('true', { network: listed, guarded })).rejects.toThrow();
    expect(close).toHaveBeenCalledTimes(1);
  });
});
