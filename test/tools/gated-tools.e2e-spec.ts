import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { isRunning } from '../support/is-running.js';
import { secretTexts } from '#protocol/texts/secrets.js';
import { ToolOffice } from '../support/tools/tool-office.js';

describe('run_shell in a run', () => {
  let office: ToolOffice;

  beforeAll(async () => {
    office = await ToolOffice.start({
      ACME_TOKEN: 'leaked',
      TOKEN: 'leaked',
      DATABASE_URL: 'postgres://leaked',
      NPM_CONFIG__AUTH: 'leaked',
      HARMLESS: 'kept',
      OFFICE_CHILD_ENV: 'HARMLESS',
      PATH: process.env.PATH,
    });
    await mkdir(office.workspace, { recursive: true });
  });

  afterAll(() => office.close());

  it('asks first, showing the whole command, then runs it in the workspace', async () => {
    const use = await office.use('run_shell', { command: 'pwd\necho two' }, { approved: true });
    expect(use.approval).toMatchObject({
      kind: 'shell',
      employeeId: 'ceo',
      turnId: use.call.turnId,
      summary: 'pwd … echo two (2 lines)',
      detail: `pwd\necho two\n\nin ${office.workspace}`,
      status: 'pending',
    });
    expect(use.call).toMatchObject({
      status: 'ok',
      resultPreview: 'exit code: 0',
      affectsPaths: [],
    });
    expect(use.reported).toContain(`exit code: 0\n${office.workspace}\ntwo`);
  });

  it('does nothing without a yes, and passes on why', async () => {
    const decision = { approved: false, reason: 'Not on a Friday.' };
    const use = await office.use('run_shell', { command: 'touch made' }, decision);
    expect(use.call.status).toBe('error');
    expect(use.reported).toContain('The human declined to run this shell command.');
    expect(use.reported).toContain('The human said: Not on a Friday.');
    expect(existsSync(`${office.workspace}/made`)).toBe(false);
    expect(use.run.status).toBe('done');
  });

  it('hands the command no credentials of the service', async () => {
    const { reported } = await office.use('run_shell', { command: 'env' }, { approved: true });
    expect(reported).toContain('HARMLESS=kept');
    expect(reported).not.toContain('leaked');
    expect(reported).not.toContain('DEEPSEEK_API_KEY');
  });

  it.each([
    [{ command: 'echo no >&2; exit 3' }, 'exit code: 3\n[stderr]\nno'],
    [
      { command: 'sleep 60 & sleep 60', timeoutMs: 200 },
      'Command timed out after 200 ms and was killed.',
    ],
  ])('tells how %j ended', async (args, reported) => {
    const use = await office.use('run_shell', args, { approved: true });
    expect(use.call.status).toBe('error');
    expect(use.reported).toContain(reported);
  });

  it.each([
    [String.raw`printf '10%%\r50%%\r100%%\n'`, '100%'],
    [String.raw`printf 'get 1\rget 22\b3\r'; printf 'warn\rWARN\n' >&2`, 'get 23\n[stderr]\nWARN'],
    [String.raw`printf 'Fetching\033[2K\rReady\033[K\r\n'`, 'Ready'],
    [
      String.raw`printf 'a: wait\nb: wait\n\033[2A\033[2Ka: done\n\033[2Kb: done\n'`,
      'a: done\nb: done',
    ],
    ['yes 10% | head -n 60000 | tr "\\n" "\\r"', '10%'],
  ])('shows progress that %j draws as its last state', async (command, shown) => {
    const use = await office.use('run_shell', { command }, { approved: true });
    expect(use.reported).toContain(`exit code: 0\n${shown}\n</untrusted-content>`);
  });

  it('shows such progress of a command in the background', async () => {
    const command = String.raw`printf '1/3\r2/3\r3/3\n'; exec sleep 600`;
    const args = { command, background: true };
    const { reported } = await office.use('run_shell', args, { approved: true });
    expect(reported).toMatch(/is running\n3\/3\n/);
  });

  it('refuses a blank command without asking', async () => {
    const use = await office.use('run_shell', { command: ' ' });
    expect(use.reported).toContain('run_shell requires a non-empty "command" string.');
    expect(office.approvalsOf(use)).toBe(0);
  });

  it('is killed when its run is cancelled', async () => {
    const pipe = `${office.workspace}/pipe`;
    execFileSync('mkfifo', [pipe]);
    const { id } = await office.ask('run_shell', { command: 'echo $$ > pipe; sleep 60' });
    await office.decide(id, { approved: true });
    const shell = (await readFile(pipe, 'utf8')).trim();
    office.socket.send({ type: 'cancel', runId: id });
    expect((await office.ended(id)).status).toBe('cancelled');
    expect(await isRunning(shell)).toBe(false);
  });
});

describe('git in a run', () => {
  let office: ToolOffice;
  const plain = (...args: string[]): string =>
    execFileSync('git', args, { cwd: office.workspace, encoding: 'utf8' });

  beforeAll(async () => {
    office = await ToolOffice.start({ PATH: process.env.PATH });
    await mkdir(office.workspace, { recursive: true });
  });

  afterAll(() => office.close());

  it('needs a repository', async () => {
    const { call, reported } = await office.use('git', { command: 'status' });
    expect(call.status).toBe('error');
    expect(reported).toContain('no repository to use');
  });

  it('reads for free, writes with a yes, and refuses the rest', async () => {
    plain('init', '--initial-branch=main');
    plain('config', 'user.name', 'A');
    plain('config', 'user.email', 'a@example.com');
    await writeFile(`${office.workspace}/a.txt`, 'one\n');

    const status = await office.use('git', { command: 'status', args: ['--short'] });
    expect(status.reported).toContain('?? a.txt');
    expect(office.approvalsOf(status)).toBe(0);

    const added = await office.use('git', { command: 'add', args: ['a.txt'] }, { approved: true });
    expect(added.approval).toMatchObject({ kind: 'shell', summary: 'git add a.txt' });
    const refused = await office.use(
      'git',
      { command: 'commit', args: ['-m', 'x'] },
      { approved: false },
    );
    expect(refused.reported).toContain('nothing was changed');
    await office.use('git', { command: 'commit', args: ['-m', 'first'] }, { approved: true });
    expect(plain('log', '--format=%s')).toBe('first\n');

    await writeFile(`${office.workspace}/größe – 日本.txt`, 'x\n');
    const named = await office.use('git', { command: 'status', args: ['--short'] });
    expect(named.reported).toContain('?? "größe – 日本.txt"');

    for (const args of [
      { command: 'push' },
      { command: 'commit', args: ['--no-verify', '-m', 'x'] },
      { command: 'diff', args: ['--output=x'] },
      { command: 'diff', args: ['/etc/passwd', 'a.txt'] },
    ]) {
      const use = await office.use('git', args);
      expect(use.call.status).toBe('error');
      expect(office.approvalsOf(use)).toBe(0);
    }
  });
});

describe('a file that looks like a secret', () => {
  it('is read only after a person allowed it, which the record keeps', async () => {
    const office = await ToolOffice.start({ PATH: process.env.PATH });
    await mkdir(office.workspace, { recursive: true });
    await writeFile(`${office.workspace}/.env`, 'API_KEY=of-the-user\n');

    const refused = await office.use(
      'read_file',
      { path: '.env' },
      { approved: false, reason: 'Not that one.' },
    );
    expect(refused.approval).toMatchObject({
      kind: 'risk',
      summary: secretTexts.summary('.env'),
      detail: secretTexts.detail('.env', office.workspace),
      touches: secretTexts.touches,
      scopes: ['once', 'run'],
    });
    expect(refused.call.status).toBe('error');
    expect(refused.reported).toContain(
      `${secretTexts.declined('.env')}\nThe human said: Not that one.`,
    );
    expect(refused.reported).not.toContain('of-the-user');

    const searched = await office.use('grep', { pattern: 'API_KEY' });
    expect(office.approvalsOf(searched)).toBe(0);
    expect(searched.reported).toContain('.env (looks like secrets; name it as path to ask for it)');

    const read = await office.use('read_file', { path: '.env' }, { approved: true });
    expect(read.reported).toContain('API_KEY=of-the-user');
    await office.close();
  });
});

describe('auto approve', () => {
  it('asks for no approval, for shell and git alike, and says so at boot', async () => {
    const office = await ToolOffice.start({
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH,
    });
    const use = await office.use('run_shell', { command: 'echo hi' });
    expect(use.reported).toContain('exit code: 0\nhi');
    expect(office.approvalsOf(use)).toBe(0);
    expect(
      office.office.log.some((line) =>
        line.startsWith('WARN [settings] autoApproveShell is on: shell commands, git writes'),
      ),
    ).toBe(true);
    await office.close();
  });
});
