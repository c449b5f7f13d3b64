import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sandboxTexts } from '#protocol/texts/sandbox.js';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expectNoLongSleep, longSleep } from '../support/long-sleep.js';
import { describeInSandbox } from '../support/sandbox-here.js';
import { ToolOffice } from '../support/tools/tool-office.js';

const secret = 'the secret of the home directory';

describeInSandbox('a command in a sandbox', () => {
  let office: ToolOffice;
  let home: string;
  let server: Server;

  beforeAll(async () => {
    home = await mkdtemp(join(homedir(), '.office-sandbox-'));
    await writeFile(join(home, 'credentials'), secret);
    office = await ToolOffice.start({
      OFFICE_SANDBOX: 'auto',
      OFFICE_DB: join(home, 'data', 'office.db'),
      OFFICE_SANDBOX_DIR: join(home, 'data', 'sandbox'),
      OFFICE_SNAPSHOTS_DIR: join(home, 'data', 'snapshots'),
      PATH: process.env.PATH,
      HOME: homedir(),
    });
    await mkdir(office.workspace, { recursive: true });
    const { client } = office.office;
    await client.put('/api/workspaces/default', { shell: 'sandbox' });
    server = createServer((_request, response) => response.end('reached')).listen(0, '127.0.0.1');
  });

  afterAll(async () => {
    server.close();
    await office.close();
    await rm(home, { recursive: true });
  });

  /** What a command said; it must not have asked. */
  const said = async (command: string, more: object = {}): Promise<string> => {
    const use = await office.use('run_shell', { command, ...more });
    expect(office.approvalsOf(use)).toBe(0);
    return use.reported;
  };

  it('runs without asking, and its record says that it ran inside', async () => {
    const { call, run } = await office.use('run_shell', { command: 'echo here; pwd' });
    expect(call).toMatchObject({
      status: 'ok',
      command: { exitCode: 0, confinement: 'sandbox' },
    });
    const { body } = await office.office.client.get<{ evidence: unknown[]; approvals: unknown[] }>(
      `/api/runs/${run.id}`,
    );
    expect(body.evidence).toMatchObject([{ command: 'echo here; pwd', confinement: 'sandbox' }]);
    expect(body.approvals).toEqual([]);
  });

  describe('can', () => {
    it('use the tools of a project', async () => {
      await writeFile(
        `${office.workspace}/package.json`,
        JSON.stringify({ name: 'app', scripts: { test: 'node -e "console.log(6 * 7)"' } }),
      );
      execFileSync('git', ['init', '-q'], { cwd: office.workspace });
      expect(await said('npm test')).toContain('\n42\n');
      expect(await said('git status --short')).toContain('?? package.json');
      expect(await said('node -p "1+1"; python3 -c "print(2+2)"')).toContain('2\n4');
    });

    it('write to the workspace, and to a /tmp that lasts as long as the run', async () => {
      await said(
        'echo made > made.txt; mkdir -p a/b; echo x > /tmp/sandboxed; cp made.txt "$TMPDIR"',
      );
      expect(await readFile(`${office.workspace}/made.txt`, 'utf8')).toBe('made\n');
      expect(existsSync('/tmp/sandboxed')).toBe(false);
      expect(await said('ls /tmp')).not.toContain('sandboxed');
    });

    it('keep what package managers fetch, for its floor alone', async () => {
      const shown = await said('npm config get cache; touch "$(npm config get cache)/x" || exit 9');
      expect(shown).toContain(join(home, 'data', 'sandbox', 'caches', 'default', 'npm'));
    });
  });

  it('is named as what a failure may come from only where it may', async () => {
    const note = sandboxTexts.ranInside(false);
    expect(await said('touch /usr/bin/evil')).toContain(note);
    const own = await said('echo "1 failing"; false');
    expect(own).toContain('exit code: 1');
    expect(own).not.toContain('sandbox');
  });

  describe('cannot', () => {
    it.each([
      ['secrets of the home directory', () => `cat ${home}/credentials`],
      ['the database', () => `cat ${home}/data/office.db`],
      ['hashes of passwords', () => 'cat /etc/shadow'],
      ['secrets through a link in the workspace', () => 'cat outward/credentials'],
    ])('read %s', async (_what, command) => {
      await symlink(home, `${office.workspace}/outward`).catch(() => undefined);
      const shown = await said(`${command()} 2>&1 | tr -d '\\0'; echo over`);
      expect(shown).toMatch(/No such file|Permission denied|exit code: 0\nover/);
      expect(shown).not.toContain(secret);
      expect(shown).not.toMatch(/SQLite format|root:/);
    });

    it('read another floor, or see its name', async () => {
      const { client } = office.office;
      const { body: other } = await client.post<{ path: string }>('/api/workspaces', {
        name: 'Other',
        path: join(home, 'other'),
      });
      await writeFile(join(other.path, 'plan.txt'), secret);
      const shown = await said(
        `cat ${other.path}/plan.txt; ls ${home}; tr '\\0' ' ' < /proc/1/cmdline`,
      );
      expect(shown).not.toContain(secret);
      expect(shown).not.toMatch(/^other$/m);
      expect(shown).not.toContain('--ro-bind');
    });

    it('see, signal or read the environment of other processes', async () => {
      const shown = await said(
        `ls /proc | grep -c '^[0-9]'; cat /proc/${process.pid}/environ; kill -0 ${process.pid}; cat /proc/1/environ | tr '\\0' '\\n' | grep -c DEEPSEEK`,
      );
      expect(Number(/\n(\d+)\n/.exec(shown)?.[1])).toBeLessThan(10);
      expect(shown).toContain('No such process');
      expect(shown).toMatch(/\n0\n/);
    });

    it('reach the network, or the port of the service', async () => {
      const { port } = server.address() as AddressInfo;
      const reach = (to: number): string =>
        `node -e "fetch('http://127.0.0.1:${to}/api/health').then(() => console.log('reached'), (e) => console.log('refused', e.cause?.code))"`;
      expect(await said(reach(port))).toContain('refused ECONNREFUSED');
      expect(await said(reach(office.office.port))).toContain('refused ECONNREFUSED');
      expect(await said('getent hosts example.com; ls /sys/class/net')).toContain('lo');
    });

    it.each([
      '/etc/made',
      '/usr/made',
      '/made',
      '/proc/sys/kernel/hostname',
      '/sys/kernel/mm/ksm/run',
    ])('write to %s', async (place) => {
      expect(await said(`echo 1 > ${place}`)).toContain('exit code: 1');
    });

    it('write beside the workspace', async () => {
      await said('echo 1 > ../made');
      expect(existsSync(join(office.workspace, '..', 'made'))).toBe(false);
    });

    it.each([
      'echo evil > .git/hooks/pre-commit',
      'git config core.fsmonitor evil',
      'rm -rf .git',
      'mv .git moved',
      'echo ../evil > .git/commondir',
      'mkdir -p .husky && echo evil > .husky/pre-commit',
      'rmdir .husky && ln -s /etc .husky',
    ])('change what people run with: %s', async (command) => {
      const shown = await said(command);
      expect(shown).toMatch(/Read-only file system|Device or resource busy/);
      expect(existsSync(`${office.workspace}/.git/hooks/pre-commit`)).toBe(false);
      expect(existsSync(`${office.workspace}/.husky`)).toBe(false);
    });

    it('leave anything behind, nor make a repository where there is none', async () => {
      await rm(`${office.workspace}/.git`, { recursive: true });
      const before = readdirSync(office.workspace);
      const shown = await said('git init; mkdir -p .git/hooks; setsid sleep 100 & ls -A');
      expect(shown).toContain('Read-only file system');
      expect(readdirSync(office.workspace)).toEqual(before);
    });

    it('get rights of its own', async () => {
      const shown = await said(
        'grep -E "CapEff|NoNewPrivs" /proc/self/status; unshare -U true; su',
      );
      expect(shown).toMatch(/CapEff:\s0000000000000000/);
      expect(shown).toMatch(/NoNewPrivs:\s1/);
      expect(shown).toContain('unshare failed');
    });
  });

  describe('is killed', () => {
    it.each([
      [
        { processes: 20 },
        'for n in $(seq 60); do sleep 60 & done; wait',
        'The command was killed: it had more than 20 processes, the bound of its sandbox.',
      ],
      [
        { memoryMb: 150 },
        'node -e "const kept = []; setInterval(() => kept.push(Buffer.alloc(2e7, 1)), 20)"',
        'The command was killed: it used more than 150 MB of memory, the bound of its sandbox.',
      ],
      [
        { memoryMb: 150 },
        'head -c 145M /dev/zero > /dev/shm/one; head -c 100M /dev/zero > ~/two; sleep 60',
        'The command was killed: it used more than 150 MB of memory, the bound of its sandbox.',
      ],
      [
        { writtenMb: 30 },
        'for n in $(seq 90); do head -c 1M /dev/urandom > $n.bin; rm $n.bin; sleep 0.02; done; sleep 60',
        'The command was killed: it wrote more than 30 MB, the bound of its sandbox.',
      ],
    ])('beyond %j', async (sandboxBounds, command, told) => {
      const { client } = office.office;
      await client.put('/api/workspaces/default', { sandboxBounds });
      const use = await office.use('run_shell', { command });
      await client.put('/api/workspaces/default', { sandboxBounds: null });
      expect(use.reported).toContain(told);
      expect(use.call).toMatchObject({ status: 'error', command: { exitCode: null } });
    });

    it('after its time, with all it started', async () => {
      const shown = await said(`setsid ${longSleep} & sleep 60`, { timeoutMs: 300 });
      expect(shown).toContain('Command timed out after 300 ms and was killed.');
      expectNoLongSleep();
    });
  });

  it('does not run where a link stands for the repository', async () => {
    const link = `${office.workspace}/.husky`;
    await symlink('/etc', link);
    const shown = await said('echo ran');
    await rm(link);
    expect(shown).toContain(`${link} is a link, which a sandbox cannot protect`);
    expect(shown).not.toContain('crashed');
  });

  it('does not run when its sandbox cannot be made', async () => {
    const folder = join(home, 'data', 'sandbox', 'caches', 'default');
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, 'no folder');
    const shown = await said('echo ran');
    await rm(folder);
    expect(shown).not.toContain('\nran');
  });

  it('runs in the background inside as well, and is asked to end', async () => {
    const command = 'trap "echo asked > told; exit" TERM; echo up; while :; do sleep 0.05; done';
    const shown = await said(command, { background: true });
    expect(shown).toContain('up');
  });
});
