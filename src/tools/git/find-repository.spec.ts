import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { fakeEnvironments } from '../../../test/support/fake-environments.js';
import { temporaryDirectory } from '../../../test/support/temporary-directory.js';
import { fakeContext } from '../../../test/support/tool-context.js';
import { gitTool } from './git.tool.js';

const at = temporaryDirectory();
const tool = gitTool(fakeEnvironments({ GIT_CONFIG_GLOBAL: '/dev/null' }));
const run = async (workspaceRoot: string, command: string): Promise<string> =>
  (await tool.run({ command }, fakeContext({ workspaceRoot }))).content;

describe('the repository of a workspace', () => {
  beforeAll(async () => {
    const git = (...args: string[]) => execFileSync('git', ['-C', at('repo'), ...args]);
    await mkdir(at('repo', 'part'), { recursive: true });
    await writeFile(at('repo', 'part', 'inner.txt'), 'x\n');
    git('init', '-q', '-b', 'main');
    git('add', 'part');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'part');
    git('worktree', 'add', '-q', at('worktree'), '-b', 'other');
  });

  it('may lie above it, where it tracks files of the workspace', async () => {
    expect(await run(at('repo', 'part'), 'ls-files')).toBe('inner.txt');
    await mkdir(at('repo', 'untracked'));
    expect(await run(at('repo', 'untracked'), 'status')).toContain('no repository to use');
  });

  it('may have it as a worktree, or a directory of one', async () => {
    expect(await run(at('worktree'), 'branch')).toContain('* other');
    expect(await run(at('worktree', 'part'), 'ls-files')).toBe('inner.txt');
  });

  it('is not one that a file points to and that knows nothing of it', async () => {
    await mkdir(at('stranger'));
    for (const target of ['repo/.git', 'repo/.git/worktrees/worktree', 'nowhere']) {
      await writeFile(at('stranger', '.git'), `gitdir: ${at(target)}\n`);
      expect(await run(at('stranger'), 'log')).toContain('no repository to use');
    }
  });
});
