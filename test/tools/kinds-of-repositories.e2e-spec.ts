import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { lchown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { callsTools, carryOut, offerPipeline, toolResultsIn } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';

type Call = readonly [name: string, args: object];

const always = [
  ...['-c', 'user.name=U', '-c', 'user.email=u@example.com', '-c', 'safe.directory=*'],
  ...['-c', 'protocol.file.allow=always', '-c', 'init.defaultBranch=main'],
];

describe('the repository that a run works in', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let told: readonly string[] = [];
  const at = (...names: readonly string[]): string => path.join(office.directory, ...names);
  const workspace = (): string => at('outer', 'inner', 'part');

  const git = (directory: string, ...args: readonly string[]): string =>
    execFileSync('git', [...always, ...args], { cwd: directory, encoding: 'utf8', stdio: 'pipe' });

  /** A repository that holds `<part>/kept.txt`, committed under its own name. */
  async function repository(name: string, part: string, ...init: string[]): Promise<void> {
    await mkdir(at(name, part), { recursive: true });
    git(at(name), 'init', '-q', ...init);
    await writeFile(at(name, part, 'kept.txt'), `${name}\n`);
    git(at(name), 'config', 'user.name', 'U');
    git(at(name), 'config', 'user.email', 'u@example.com');
    git(at(name), 'add', '.');
    git(at(name), 'commit', '-qm', name);
  }

  async function submodule(where: string, part: string): Promise<void> {
    await repository('library', part);
    await repository('outer', '.');
    git(at('outer'), 'submodule', '--quiet', 'add', at('library'), where);
    git(at('outer'), 'commit', '-qm', 'with a library');
    git(at('outer', where), 'config', 'user.name', 'U');
    git(at('outer', where), 'config', 'user.email', 'u@example.com');
  }

  async function giveAway(directory: string): Promise<void> {
    const isRoot = process.geteuid?.() === 0;
    const other = isRoot ? 12_345 : (process.geteuid?.() ?? 0);
    const names = await readdir(directory, { recursive: true });
    for (const name of ['', ...names]) await lchown(path.join(directory, name), other, other);
  }

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: './outer/inner/part',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH,
    });
    socket = await office.client.connect();
    offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
  });
  beforeEach(async () => {
    for (const name of ['outer', 'library', 'apart.git']) {
      await rm(at(name), { recursive: true, force: true });
    }
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  async function run(...calls: readonly Call[]): Promise<string> {
    const reply = callsTools(...calls);
    provider.respondWith((request) => {
      told = toolResultsIn(request);
      return reply(request);
    });
    return (await carryOut(office, socket, { pipelineId: 'test-pipeline' })).id;
  }

  /** Reads by the git tool and the shell, and commits by the tool. */
  const work = (): Promise<string> =>
    run(
      ['git', { command: 'log', args: ['--format=%s'] }],
      ['run_shell', { command: 'git log --format=%s && git status --short' }],
      ['run_shell', { command: 'git log -1 --format=again:%s; exec sleep 600', background: true }],
      ['run_shell', { command: 'echo staged > staged.txt' }],
      ['git', { command: 'add', args: ['staged.txt'] }],
      ['git', { command: 'commit', args: ['-m', 'by the tool'] }],
    );

  async function deliver(runId: string): Promise<void> {
    socket.send({ type: 'deliverRun', runId, branch: 'office/it' });
    const answer = await socket.waitForAny(
      (event) =>
        (event.type === 'log' || event.type === 'error') &&
        event.message.includes(runId) &&
        event.message.includes('delivered'),
    );
    expect(answer).toMatchObject({ message: expect.stringContaining('was delivered') });
  }

  it.each([
    ['a submodule', 'library', () => submodule('inner/part', '.')],
    ['a directory in a submodule', 'library', () => submodule('inner', 'part')],
    [
      'one whose git directory stands elsewhere',
      'outer',
      () => repository('outer', 'inner/part', `--separate-git-dir=${at('apart.git')}`),
    ],
    [
      'one of another account',
      'outer',
      async () => {
        await repository('outer', 'inner/part');
        await giveAway(at('outer'));
      },
    ],
  ])('is %s', async (_kind, subject, make) => {
    await make();
    await work();
    const [log, shell, background] = told;
    expect(log).toContain(`\n${subject}\n`);
    expect(shell).toContain(`exit code: 0\n${subject}\n`);
    expect(background).toContain(`again:${subject}`);
    expect(git(workspace(), 'log', '-2', '--format=%s')).toBe(`by the tool\n${subject}\n`);
    await deliver(await run(['write_file', { path: 'new.txt', content: 'new\n' }]));
    expect(git(workspace(), 'show', 'office/it:./new.txt')).toBe('new\n');
    if (subject === 'outer') return;
    expect(git(at('outer'), 'branch', '--list', 'office/*')).toBe('');
    expect(git(at('outer'), 'log', '-1', '--format=%s')).toBe('with a library\n');
  });

  it('stores SHA-256', async () => {
    await repository('outer', 'inner/part', '--object-format=sha256');
    await work();
    expect(told[0]).toContain('\nouter\n');
    expect(git(workspace(), 'rev-parse', 'HEAD')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(git(workspace(), 'log', '-1', '--format=%s')).toBe('by the tool\n');
  });

  it('is not the one around a file that names somebody else’s', async () => {
    await repository('outer', 'inner/part');
    await repository('library', '.');
    await writeFile(path.join(workspace(), '.git'), `gitdir: ${at('library', '.git')}\n`);
    await work();
    expect(told[0]).toContain('There is no repository to use');
    expect(told[5]).toContain('There is no repository to use');
    expect(git(at('library'), 'log', '--format=%s')).toBe('library\n');
    expect(git(at('outer'), 'log', '--format=%s')).toBe('outer\n');
  });
});
