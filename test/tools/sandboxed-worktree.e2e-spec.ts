import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describeInSandbox } from '../support/sandbox-here.js';
import { ToolOffice } from '../support/tools/tool-office.js';

/** The workspace in its repository. */
const places = ['.', 'packages/app'];

for (const inside of places) {
  describeInSandbox(`a command in the sandbox of a worktree, in ${inside}`, () => {
    const up = inside === '.' ? '.' : '../..';
    let office: ToolOffice;
    let home: string;
    const git = (...args: string[]): string =>
      execFileSync(
        'git',
        ['-C', office.workspace, '-c', 'user.name=U', '-c', 'user.email=u@e', ...args],
        { encoding: 'utf8' },
      ).trim();

    beforeAll(async () => {
      home = await mkdtemp(join(homedir(), '.office-sandbox-'));
      office = await ToolOffice.start({
        OFFICE_SANDBOX: 'auto',
        OFFICE_DB: join(home, 'data', 'office.db'),
        OFFICE_SANDBOX_DIR: join(home, 'data', 'sandbox'),
        OFFICE_SNAPSHOTS_DIR: join(home, 'data', 'snapshots'),
        OFFICE_WORKTREES_DIR: join(home, 'data', 'worktrees'),
        OFFICE_WORKSPACE: join('./workspace', inside),
        PATH: process.env.PATH,
        HOME: homedir(),
      });
      await mkdir(join(office.workspace, inside), { recursive: true });
      await writeFile(join(office.workspace, 'root.txt'), 'root\n');
      await writeFile(join(office.workspace, inside, 'a.txt'), 'one\n');
      git('init', '-q', '-b', 'main');
      git('add', '.');
      git('commit', '-qm', 'first');
      const settings = {
        shell: 'sandbox',
        isolation: 'worktree',
        worktreeSetup: 'echo set > set.txt',
      };
      await office.office.client.put('/api/workspaces/default', settings);
    });

    afterAll(async () => {
      await office.close();
      await rm(home, { recursive: true });
    });

    const said = async (command: string): Promise<string> => {
      const use = await office.use('run_shell', { command });
      expect(office.approvalsOf(use)).toBe(0);
      return use.reported;
    };

    it('reads the repository, which the floor hides, and the files around the workspace', async () => {
      const told = await said(
        `git status --porcelain; git log --oneline; cat ${up}/root.txt set.txt`,
      );
      expect(told).toContain('first');
      expect(told).toContain('root\nset');
      const { run } = await office.use('run_shell', { command: 'pwd' });
      expect(run.setup).toMatchObject({ exitCode: 0, confinement: 'sandbox' });
      expect(run.workspacePath).toBe(join(home, 'data', 'worktrees', run.id, inside));
    });

    it('writes neither to the repository, nor to its worktree of git, nor to the folder of the floor', async () => {
      const before = git('rev-parse', 'HEAD');
      const config = readFileSync(join(office.workspace, '.git', 'config'), 'utf8');
      const common = join(office.workspace, '.git');
      const tries = [
        'git -c user.name=E -c user.email=e@e commit --allow-empty -qm mine',
        'git branch mine',
        'git update-ref refs/heads/mine HEAD',
        'git config core.hooksPath .',
        `echo x > ${common}/hooks/post-checkout`,
        `echo x >> ${common}/config`,
        `echo "gitdir: /tmp" > ${up}/.git`,
        `rm -f ${up}/.git && mkdir ${up}/.git`,
        `ls ${office.workspace}/root.txt`,
      ];
      const told = await said(tries.map((line) => `(${line}); echo "code $?"`).join('\n'));
      const codes = [...told.matchAll(/^code (\d+)$/gm)].map(([, code]) => Number(code));
      expect(codes).toHaveLength(tries.length);
      expect(codes).not.toContain(0);
      // Where the folder of the floor lies in /tmp, another one stands in its place.
      await said(`echo x > ${join(office.workspace, inside)}/a.txt`);
      expect(git('rev-parse', 'HEAD')).toBe(before);
      expect(git('branch', '--list').split('\n')).toEqual(['* main']);
      expect(readFileSync(join(office.workspace, '.git', 'config'), 'utf8')).toBe(config);
      expect(existsSync(join(common, 'hooks', 'post-checkout'))).toBe(false);
      expect(readFileSync(join(office.workspace, inside, 'a.txt'), 'utf8')).toBe('one\n');
    });

    it('sees nothing of the worktrees of others', async () => {
      const { run } = await office.use('run_shell', { command: 'echo mine > mine.txt' });
      const others = join(home, 'data', 'worktrees');
      const told = await said(`ls ${others}; cat ${run.workspacePath}/mine.txt`);
      expect(told).not.toContain(`${run.id}\n`);
      expect(told).toContain('No such file');
    });
  });
}
