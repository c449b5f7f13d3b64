import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fakeEnvironments } from '#test/support/fake-environments.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import type { FakeContextOptions } from '#test/support/tool-context.js';
import { gitTexts } from '../../protocol/texts/tools.js';
import { isRepeatable } from '../tool.js';
import type { ToolResult } from '../tool.js';
import { gitTool } from './git.tool.js';

const at = temporaryDirectory();
const identity = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

/** Prepares the test with plain git; never used for the tool under test. */
function plainGit(directory: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: at(), ...identity };
  return execFileSync('git', args, { cwd: directory, env, encoding: 'utf8', stdio: 'pipe' });
}

async function repository(name: string): Promise<string> {
  await rm(at(name), { recursive: true, force: true });
  await mkdir(at(name), { recursive: true });
  plainGit(at(name), 'init', '--initial-branch=main');
  plainGit(at(name), 'config', 'user.name', 'A');
  plainGit(at(name), 'config', 'user.email', 'a@example.com');
  await writeFile(at(name, 'a.txt'), 'one\n');
  plainGit(at(name), 'add', '.');
  plainGit(at(name), 'commit', '-m', 'first');
  return at(name);
}

const tool = gitTool(fakeEnvironments({ HOME: '/nonexistent' }));

function run(
  root: string,
  line: string,
  options: FakeContextOptions = { autoApproveShell: true },
): Promise<ToolResult> {
  const [command = '', ...args] = line.split(' ');
  return tool.run({ command, args }, fakeContext({ workspaceRoot: root, ...options }));
}

describe('git', () => {
  let root: string;
  beforeEach(async () => {
    root = await repository('repo');
  });

  it('reads without asking', async () => {
    await writeFile(at('repo', 'b.txt'), 'new\n');
    const context = fakeContext({ workspaceRoot: root });
    const status = await tool.run({ command: 'status', args: ['--short'] }, context);
    const inLine = await tool.run({ command: 'git status --short' }, context);
    expect(inLine.content).toBe(status.content);
    const refused = await tool.run({ command: 'push origin main' }, context);
    expect(refused.content).toContain('git push origin main is refused');
    expect(status).toEqual({ ok: true, content: '?? b.txt', preview: 'git status --short' });
    expect((await run(root, 'log --oneline', {})).content).toMatch(/^[0-9a-f]+ first$/);
    expect(context.asked).toEqual([]);
  });

  it('says so when there is no output, and when git itself fails', async () => {
    expect((await run(root, 'diff')).content).toBe('git diff had no output.');
    const failed = await run(root, 'show nothing');
    expect(failed.ok).toBe(true);
    expect(failed.content).toMatch(/^git show nothing exited 128:\nfatal: /);
  });

  it('asks before it writes, with the command and the place', async () => {
    await writeFile(at('repo', 'b.txt'), 'new\n');
    const context = fakeContext({
      workspaceRoot: root,
      answer: { approved: true, reason: 'go on' },
    });
    await tool.run({ command: 'add', args: ['b.txt'] }, context);
    const committed = await tool.run({ command: 'commit', args: ['-m', 'second'] }, context);
    expect(context.asked).toEqual([
      {
        ...{ kind: 'shell', summary: 'git add b.txt', detail: `git add b.txt\n\nin ${root}` },
        touches: gitTexts.touches(root),
      },
      expect.objectContaining({ kind: 'shell', summary: 'git commit -m second' }),
    ]);
    expect(committed.content).toContain('The human said: go on');
    expect(plainGit(root, 'log', '--format=%s')).toBe('second\nfirst\n');
  });

  it('changes nothing when the answer is no', async () => {
    const refused = await run(root, 'checkout -b feature', {
      answer: { approved: false, reason: 'later' },
    });
    expect(refused).toEqual({
      ok: false,
      content:
        'The human did not approve "git checkout -b feature"; nothing was changed.\nThe human said: later',
    });
    expect(plainGit(root, 'branch', '--format=%(refname:short)')).toBe('main\n');
  });

  it('refuses without asking', async () => {
    const context = fakeContext({ workspaceRoot: root, autoApproveShell: true });
    const reset = await tool.run({ command: 'reset', args: ['--hard'] }, context);
    expect(reset).toMatchObject({ ok: false, content: expect.stringContaining('is refused') });
    const output = await tool.run({ command: 'diff', args: ['--output=x'] }, context);
    expect(output.content).toBe('git diff is refused with the argument "--output=x".');
    const outside = await tool.run({ command: 'diff', args: ['/etc/passwd', 'a.txt'] }, context);
    expect(outside.content).toContain('escapes the workspace root');
    expect(context.asked).toEqual([]);
  });

  it('needs a repository of its own, not one that merely lies above or is pointed to', async () => {
    await mkdir(at('repo', 'sub'));
    expect((await run(at('repo', 'sub'), 'status')).ok).toBe(false);
    await writeFile(at('repo', 'sub', '.git'), `gitdir: ${at('repo', '.git')}\n`);
    expect((await run(at('repo', 'sub'), 'status')).ok).toBe(false);
    await rm(at('repo', 'sub', '.git'));
    await symlink(at('repo', '.git'), at('repo', 'sub', '.git'));
    expect((await run(at('repo', 'sub'), 'status')).content).toContain('no repository to use');
  });

  it('ignores a work tree that the configuration moves elsewhere', async () => {
    await mkdir(at('elsewhere'), { recursive: true });
    await writeFile(at('elsewhere', 'secret.txt'), 'secret');
    plainGit(root, 'config', 'core.worktree', at('elsewhere'));
    expect((await run(root, 'status --short')).content).not.toContain('secret.txt');
  });

  it('says so where git is missing, or too old to take its overrides', async () => {
    const without = gitTool(fakeEnvironments({ PATH: at('nowhere') }));
    const context = fakeContext({ workspaceRoot: root });
    expect((await without.run({ command: 'status' }, context)).content).toBe(
      'git is not installed where this office runs.',
    );
    await mkdir(at('old'), { recursive: true });
    await writeFile(at('old', 'git'), '#!/bin/sh\necho core.bare\n', { mode: 0o755 });
    const old = gitTool(fakeEnvironments({ PATH: at('old') }));
    expect((await old.run({ command: 'status' }, context)).content).toContain(
      'too old to be run safely',
    );
  });

  it('may repeat after a crash what only reads', () => {
    expect(isRepeatable(tool, { command: 'status' })).toBe(true);
    expect(isRepeatable(tool, { command: 'diff -- a.txt' })).toBe(true);
    expect(isRepeatable(tool, { command: 'commit -m x' })).toBe(false);
    expect(isRepeatable(tool, { command: 'commit', args: ['-m', 'x'] })).toBe(false);
    expect(isRepeatable(tool, { command: 7, args: null })).toBe(false);
  });
});

describe('git in a repository whose configuration names files', () => {
  const secret = 'top-secret words of another file';
  let root: string;
  beforeEach(async () => {
    root = await repository('naming');
    await writeFile(at('secret'), `${secret}\n`);
    await writeFile(at('naming', 'a.txt'), 'two\n');
  });

  it.each([
    ['blame.ignoreRevsFile', 'blame a.txt'],
    ['core.attributesFile', 'status --short'],
    ['commit.template', 'commit -a --no-edit --allow-empty-message'],
    ['mailmap.file', 'shortlog -sne HEAD'],
    ['diff.orderFile', 'diff'],
  ])('prints and commits nothing of the file under %s', async (key, line) => {
    plainGit(root, 'config', key, at('secret'));
    const answer = await run(root, line);
    expect(answer.ok).toBe(true);
    expect(answer.content).not.toContain('secret');
    expect(plainGit(root, 'log', '--format=%B')).not.toContain('secret');
  });

  it('says so when the configuration cannot be read', async () => {
    await appendFile(path.join(root, '.git', 'config'), '[broken\n');
    const answer = await run(root, 'status');
    expect(answer).toMatchObject({
      ok: false,
      content: expect.stringContaining('git could not read its configuration: fatal: bad config'),
    });
  });
});

describe('git in a repository that is out to run something', () => {
  let root: string;
  const canary = (): string => at('canary');

  beforeAll(async () => {
    root = await repository('hostile');
    const script = at('touch-canary.sh');
    await writeFile(script, `#!/bin/sh\necho "$0 $*" >> ${canary()}\ncat 2>/dev/null\n`);
    await chmod(script, 0o755);
    await mkdir(at('hooks'));
    for (const hook of [
      'pre-commit',
      'post-commit',
      'commit-msg',
      'prepare-commit-msg',
      'post-checkout',
      'post-index-change',
      'reference-transaction',
      'pre-auto-gc',
      'post-rewrite',
    ]) {
      await symlink(script, at('hooks', hook));
      await symlink(script, at('hostile', '.git', 'hooks', hook));
    }
    await rm(canary(), { force: true });
    await writeFile(
      at('hostile', '.gitattributes'),
      '* filter=evil diff=evil merge=evil\n*.eq filter=a=b\n',
    );
    await writeFile(at('hostile', 'a.txt'), 'two\n');
    await writeFile(at('hostile', 'b.eq'), 'x\n');
    plainGit(root, 'branch', 'other');

    await repository('inner');
    plainGit(root, '-c', 'protocol.file.allow=always', 'submodule', 'add', at('inner'), 'inner');
    await writeFile(at('hostile', 'inner', 'a.txt'), 'changed\n');
    for (const directory of [root, at('hostile', 'inner')]) {
      for (const key of programKeys) plainGit(directory, 'config', key, script);
      plainGit(directory, 'config', 'core.hooksPath', at('hooks'));
      plainGit(directory, 'config', 'commit.gpgSign', 'true');
      plainGit(directory, 'config', 'log.showSignature', 'true');
      plainGit(directory, 'config', 'diff.submodule', 'diff');
      plainGit(directory, 'config', 'status.submoduleSummary', 'true');
      plainGit(directory, 'config', 'protocol.ext.allow', 'always');
      plainGit(directory, 'config', 'remote.origin.url', `ext::${script}`);
      plainGit(directory, 'config', 'submodule.recurse', 'true');
    }
    await rm(canary(), { force: true });
  });

  const programKeys = [
    'core.fsmonitor',
    'core.pager',
    'core.editor',
    'core.askPass',
    'core.sshCommand',
    'core.alternateRefsCommand',
    'sequence.editor',
    'pager.log',
    'diff.external',
    'diff.evil.command',
    'diff.evil.textconv',
    'filter.evil.clean',
    'filter.evil.smudge',
    'filter.a=b.clean',
    'filter.a=b.smudge',
    'merge.evil.driver',
    'interactive.diffFilter',
    'credential.helper',
    'credential.https://x.credential.helper',
    'gpg.program',
    'gpg.ssh.program',
    'gpg.ssh.defaultKeyCommand',
    'trailer.evil.command',
    'trailer.evil.cmd',
    'alias.status',
    'hook.evil.command',
    'remote.origin.uploadpack',
  ];

  it('would run plenty of it when asked plainly', () => {
    plainGit(root, 'status');
    expect(existsSync(canary())).toBe(true);
  });

  it.each([
    'status',
    'status -v --long',
    'diff',
    'diff HEAD',
    'diff --cached',
    'diff --stat',
    'log -p',
    'log --format=%G?%GK',
    'log --show-signature',
    'show HEAD',
    'show HEAD:a.txt',
    'blame a.txt',
    'describe --always --dirty',
    'ls-files -o',
    'shortlog HEAD',
    'branch -a',
    'branch -vv',
    'tag -l',
    'tag -v other',
    'remote -v',
    'remote show origin',
    'stash list',
    'stash push',
    'stash show -p',
    'stash pop',
    'add a.txt',
    'add -A',
    'add -p',
    'add -e a.txt',
    'commit --trailer evil=x -v -m change',
    'commit -S -m change',
    'commit --amend',
    'tag -a v1 -m x',
    'tag -s v2 -m x',
    'checkout -b feature',
    'cherry-pick -S HEAD',
    'branch another',
  ])('git %s starts nothing', async (line) => {
    await rm(canary(), { force: true });
    const result = await run(root, line);
    expect(existsSync(canary())).toBe(false);
    expect(result.content).not.toContain('is refused');
  });

  it('fails loudly rather than store what a required filter should have seen', async () => {
    plainGit(root, 'config', 'filter.evil.required', 'true');
    await writeFile(at('hostile', 'large.bin'), 'payload\n');
    const added = await run(root, 'add large.bin');
    expect(added.content).toContain('exited 128');
    expect((await run(root, 'status --short')).content).toContain('large.bin');
    expect(await readdir(root)).toContain('large.bin');
  });
});
