import { beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { fakeEnvironments } from '#test/support/fake-environments.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import { freshRepository, plainGit } from '#test/tools/support/plain-git.js';
import type { ToolResult } from '../tool.js';
import { gitTool } from './git.tool.js';

const at = temporaryDirectory();
const tool = gitTool(fakeEnvironments({ HOME: '/nonexistent' }));

function run(root: string, line: string): Promise<ToolResult> {
  const [command = '', ...args] = line.split(' ');
  return tool.run({ command, args }, fakeContext({ workspaceRoot: root, autoApproveShell: true }));
}

describe('git in a repository that is out to run something', () => {
  let root: string;
  const canary = (): string => at('canary');

  beforeAll(async () => {
    root = await freshRepository(at('hostile'));
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

    await freshRepository(at('inner'));
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
