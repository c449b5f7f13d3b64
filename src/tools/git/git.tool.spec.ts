import { beforeEach, describe, expect, it } from '@jest/globals';
import { appendFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fakeEnvironments } from '#test/support/fake-environments.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import type { FakeContextOptions } from '#test/support/tool-context.js';
import { freshRepository, plainGit } from '#test/tools/support/plain-git.js';
import { gitTexts } from '../../protocol/texts/tools.js';
import { isRepeatable } from '../tool.js';
import type { ToolResult } from '../tool.js';
import { gitTool } from './git.tool.js';

const at = temporaryDirectory();
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
    root = await freshRepository(at('repo'));
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
    root = await freshRepository(at('naming'));
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
