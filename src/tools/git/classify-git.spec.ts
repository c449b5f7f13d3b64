import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { classifyGit } from './classify-git.js';

const root = '/work/space';

function kindOf(line: string): string {
  const [command = '', ...args] = line.split(' ').filter(Boolean);
  return classifyGit(root, command, args).kind;
}

describe('classifyGit', () => {
  it.each([
    'status',
    'status --short --branch',
    'diff',
    'diff HEAD~3..HEAD -- src/a.ts',
    'diff --stat --text main...feature',
    'log -n 20 --oneline',
    'log -20 --format=%h',
    'log -S/api/state --grep=/x',
    'log -S /api/state',
    'log -Sfunction',
    'show HEAD:src/a.ts',
    'rev-parse --show-toplevel',
    'ls-files -o --exclude-standard',
    'blame -L 10,20 src/a.ts',
    'shortlog -sne HEAD',
    'describe --tags',
    'remote -v',
    'remote get-url origin',
    'branch',
    'branch -a -v',
    'branch --list release/*',
    'branch --merged main',
    'tag',
    'tag -l v1.*',
    'tag -n5',
    'tag --contains HEAD',
    'stash list',
    'stash show',
    'stash show -p stash@{1}',
    'diff -- push',
    'log drop',
    'log push..main',
    'show clean',
    'blame save',
    'diff /work/space/src/a.ts',
  ])('%s is free', (line) => {
    expect(kindOf(line)).toBe('free');
  });

  it('shows what is put aside rather than putting aside, when stash stands alone', () => {
    expect(classifyGit(root, 'stash', [])).toEqual({ kind: 'free', args: ['stash', 'list'] });
  });

  it.each([
    'add .',
    'add -A',
    'commit -m message',
    'commit -am message',
    'commit --amend --no-edit',
    'commit -m clean',
    'commit -m -f',
    'commit --message --no-verify',
    'tag -a v1 -m --force',
    'branch clean',
    'cherry-pick -n abc123',
    'stash push',
    'stash pop',
    'stash -u',
    'tag v1.0.0',
    'tag -a v1 -m release',
    'tag -d v1',
    'tag --delete v1',
    'checkout -b feature',
    'checkout -B feature origin/main',
    'checkout -bfix',
    'branch feature',
    'branch feature main',
    'branch -v feature',
    'branch --list --no-list feature',
  ])('%s needs approval', (line) => {
    expect(kindOf(line)).toBe('approval');
  });

  it.each([
    // not a listed subcommand
    'push',
    'fetch origin',
    'pull',
    'clone x',
    'config --list',
    'reset --hard',
    'clean -fd',
    'checkout main',
    'checkout -- .',
    'rebase -i',
    'merge x',
    'worktree add ../x',
    'submodule update',
    'grep -O x',
    'format-patch -o /tmp HEAD',
    'archive HEAD',
    'difftool',
    '--exec-path=/tmp status',
    '-c core.pager=x log',
    'status;id',
    // spellings of refused options
    'diff --output=/tmp/x',
    'diff --outp=/tmp/x',
    'diff --out /tmp/x',
    'log --ext-diff',
    'log --ext-d',
    'show --textconv HEAD:x',
    'add -f x',
    'add -vf x',
    'add --force x',
    'add --pathspec-from-file=/etc/passwd',
    'commit -n -m x',
    'commit -nm x',
    'commit -anm x',
    'commit --no-verify -m x',
    'commit --no-veri -m x',
    'commit -F /etc/passwd',
    'commit --file=notes',
    'commit -t notes',
    'checkout -b x -f',
    'checkout -B x --force',
    'checkout -lf -b x',
    'blame --contents /etc/passwd a',
    'blame --ignore-revs-file=/etc/passwd a',
    'blame -S revs a',
    'ls-files -X /etc/passwd',
    'ls-files --exclude-from=x',
    'diff -O/etc/passwd',
    'log --help',
    'diff --no-index a b',
    'diff --no-ind a b',
    'diff --submodule=diff',
    'status --ignore-submodules=none',
    'ls-files --recurse-submodules',
    'branch -d main',
    'branch -D main',
    'branch -vD main',
    'branch -m a b',
    'branch --edit-description',
    'branch --delete x',
    'branch --del x',
    'branch --move x',
    'branch --move x y',
    'branch --set-upstream-to=x y',
    'branch --edit-description x',
    'branch --unset-upstream x',
    'branch --create x',
    'branch x --delete',
    'stash list -m --output=/tmp/x',
    'log -m --output=/tmp/x',
    'branch -u origin/main',
    'branch --set-upstream-to=origin/main',
    'remote add x y',
    'remote -v update',
    'remote set-url origin x',
    'remote prune origin',
    // paths outside the workspace
    'diff /etc/passwd /etc/shadow',
    'diff ../../etc/passwd x',
    'diff -- ../outside',
    'diff a/../../outside',
    'blame /etc/passwd',
    'add ../outside',
    'log --follow=../../x',
    'ls-files --with-tree=/etc',
    'rev-parse --resolve-git-dir /etc',
    'diff /work/space-2/x',
  ])('%s is refused', (line) => {
    expect(kindOf(line)).toBe('refused');
  });

  it('takes the text of a message for text', () => {
    expect(classifyGit(root, 'commit', ['-m', '/api: fix ../x and -f']).kind).toBe('approval');
    expect(classifyGit(root, 'commit', ['--message=/api: fix']).kind).toBe('approval');
    expect(classifyGit(root, 'tag', ['-a', 'v1', '-m', '/api']).kind).toBe('approval');
  });

  it('answers every command and every argument, and never frees a subcommand that writes', () => {
    const argument = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('--', '-f', '--list', '-b', '--no-list', '..', '-', '--=', '='),
    );
    const writers = [
      'add',
      'commit',
      'cherry-pick',
      'checkout',
      'push',
      'reset',
      'clean',
      'rebase',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...writers), fc.array(argument), (command, args) => {
        expect(classifyGit(root, command, args).kind).not.toBe('free');
      }),
    );
    fc.assert(
      fc.property(fc.string(), fc.array(argument), (command, args) => {
        expect(typeof classifyGit(root, command, args).kind).toBe('string');
      }),
    );
  });
});
