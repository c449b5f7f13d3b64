import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { appendFile, cp, link, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { fakeEnvironments } from '#test/support/fake-environments.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import { gitTexts } from '../../protocol/texts/tools.js';
import { gitTool } from './git.tool.js';

const at = temporaryDirectory();
const tool = gitTool(fakeEnvironments({ GIT_CONFIG_GLOBAL: '/dev/null' }));
const identity = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
};

const run = async (workspaceRoot: string, line: string): Promise<string> => {
  const [command = '', ...args] = line.split(' ');
  const context = fakeContext({ workspaceRoot, autoApproveShell: true });
  return (await tool.run({ command, args }, context)).content;
};

/** Prepares the test with plain git. */
function plain(directory: string, ...args: readonly string[]): string {
  const always = ['-c', 'protocol.file.allow=always', '-c', 'init.defaultBranch=main'];
  const env = { PATH: process.env.PATH, ...identity };
  return execFileSync('git', [...always, ...args], {
    cwd: directory,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

/** A repository with one commit of one file, named by its subject. */
async function repository(name: string, ...init: readonly string[]): Promise<string> {
  await mkdir(at(name, 'part'), { recursive: true });
  await writeFile(at(name, 'part', 'inner.txt'), `${name}\n`);
  plain(at(name), 'init', '-q', ...init);
  plain(at(name), 'config', 'user.name', 'a');
  plain(at(name), 'config', 'user.email', 'a@b');
  plain(at(name), 'add', 'part');
  plain(at(name), 'commit', '-qm', name);
  return at(name);
}

const subjects = 'log --format=%s';

describe('the repository of a workspace', () => {
  beforeAll(async () => {
    await repository('repo');
    plain(at('repo'), 'worktree', 'add', '-q', at('worktree'), '-b', 'other');
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

  it.each([':(top)x', 'a:b', '*.ts', '-n', ' blank', 'ü'])(
    'may have the workspace as a directory called %j',
    async (name) => {
      await mkdir(at('repo', name), { recursive: true });
      await writeFile(at('repo', name, 'x.txt'), 'x\n');
      expect(await run(at('repo', name), 'status')).toContain('no repository to use');
      plain(at('repo', name), 'add', '.');
      expect(await run(at('repo', name), 'ls-files')).toBe('x.txt');
      await repository(`root ${name}`);
      expect(await run(at(`root ${name}`, 'part'), subjects)).toBe(`root ${name}`);
    },
  );

  it('may lie above a directory of the name that is none to git', async () => {
    await mkdir(at('repo', 'part', '.git'));
    expect(await run(at('repo', 'part'), 'ls-files')).toBe('inner.txt');
    await rm(at('repo', 'part', '.git'), { recursive: true });
  });

  it('may store SHA-256', async () => {
    const root = await repository('longer', '--object-format=sha256');
    await writeFile(at('longer', 'new.txt'), 'x\n');
    expect(await run(root, 'rev-parse HEAD')).toMatch(/^[0-9a-f]{64}$/);
    await run(root, 'add new.txt');
    await run(root, 'commit -m second');
    expect(plain(root, 'log', '--format=%s')).toBe('second\nlonger\n');
  });
});

describe('a submodule as a workspace', () => {
  const parent = (): string => at('parent');
  beforeEach(async () => {
    for (const name of ['library', 'parent']) await rm(at(name), { recursive: true, force: true });
    await repository('library');
    await repository('parent');
    plain(parent(), 'submodule', '--quiet', 'add', at('library'), 'vendor/a lib');
    plain(parent(), 'commit', '-qm', 'with a library');
    plain(at('parent', 'vendor/a lib'), 'config', 'user.name', 'a');
    plain(at('parent', 'vendor/a lib'), 'config', 'user.email', 'a@b');
  });

  it.each([
    ['its root', 'vendor/a lib'],
    ['a directory in it', 'vendor/a lib/part'],
  ])('is read, staged and committed in, from %s', async (_where, place) => {
    const root = at('parent', place);
    await writeFile(`${root}/inner.txt`, 'changed\n');
    expect(await run(root, subjects)).toBe('library');
    await run(root, 'add .');
    await run(root, 'commit -m changed');
    expect(plain(root, 'log', '--format=%s').split('\n')[0]).toBe('changed');
    expect(plain(parent(), 'log', '--format=%s').split('\n')[0]).toBe('with a library');
  });

  it.each([
    [
      'that is sparse, whose work tree stands in a configuration of its own',
      'sparse-checkout init',
    ],
    ['with many branches in its configuration', 'config branch.x.description'],
  ])('is known %s', async (_kind, line) => {
    const root = at('parent', 'vendor/a lib');
    const long = line.startsWith('config') ? ['x'.repeat(20_000)] : [];
    plain(root, ...line.split(' '), ...long);
    expect(await run(root, subjects)).toBe('library');
  });

  it('is known in a worktree of the parent, and as a worktree of its own', async () => {
    plain(parent(), 'worktree', 'add', '-q', at('second'), '-b', 'second');
    plain(at('second'), 'submodule', '--quiet', 'update', '--init');
    expect(await run(at('second', 'vendor/a lib'), subjects)).toBe('library');
    plain(at('parent', 'vendor/a lib'), 'worktree', 'add', '-q', at('third'), '-b', 'third');
    expect(await run(at('third'), 'branch')).toContain('* third');
    for (const name of ['second', 'third']) await rm(at(name), { recursive: true });
  });

  it('is known inside another, and where it was moved', async () => {
    await repository('outer');
    plain(at('outer'), 'submodule', '--quiet', 'add', parent(), 'nested');
    plain(at('outer'), 'submodule', '--quiet', 'update', '--init', '--recursive');
    expect(await run(at('outer', 'nested', 'vendor/a lib'), subjects)).toBe('library');
    plain(parent(), 'mv', 'vendor/a lib', 'moved');
    expect(await run(at('parent', 'moved'), subjects)).toBe('library');
  });

  it('is none when it was copied elsewhere: the original keeps its repository', async () => {
    await mkdir(at('parent', 'copies'), { recursive: true });
    await cp(at('parent', 'vendor/a lib'), at('parent', 'copies', 'lib'), { recursive: true });
    const pointer = await readFile(at('parent', 'vendor/a lib', '.git'), 'utf8');
    await writeFile(at('parent', 'copies', 'lib', '.git'), pointer);
    expect(await run(at('parent', 'copies', 'lib'), subjects)).toContain('no repository to use');
  });
});

describe('a git directory that stands elsewhere', () => {
  it('is the repository of the directory that its configuration names', async () => {
    const root = await repository('named', `--separate-git-dir=${at('named.git')}`);
    await rm(at('named.git', 'index'));
    expect(await run(root, subjects)).toContain('"git config core.worktree <the workspace>"');
    plain(root, 'config', 'core.worktree', '../named');
    expect(await run(root, subjects)).toBe('named');
    plain(root, 'config', 'core.worktree', at('repo'));
    expect(await run(root, subjects)).toContain('no repository to use');
  });

  it.each(['sha1', 'sha256'])('is that of the files it has recorded (%s)', async (format) => {
    const name = `recorded-${format}`;
    const separate = [`--separate-git-dir=${at(`${name}.git`)}`, `--object-format=${format}`];
    const root = await repository(name, ...separate);
    expect(await run(root, subjects)).toBe(name);
    expect(await run(`${root}/part`, 'ls-files')).toBe('inner.txt');
  });

  it('is nobody else’s, whatever files stand there', async () => {
    const root = await repository('theirs', `--separate-git-dir=${at('theirs.git')}`);
    const planted = async (name: string): Promise<string> => {
      await mkdir(at(name), { recursive: true });
      await writeFile(at(name, '.git'), `gitdir: ${at('theirs.git')}\n`);
      return run(at(name), subjects);
    };
    await cp(root, at('copied'), { recursive: true, preserveTimestamps: true });
    await mkdir(at('linked'));
    await symlink(at('theirs', 'part'), at('linked', 'part'));
    await mkdir(at('hard', 'part'), { recursive: true });
    await link(at('theirs', 'part', 'inner.txt'), at('hard', 'part', 'inner.txt'));
    plain(root, 'status');
    for (const name of ['empty', 'copied', 'linked', 'hard']) {
      expect(await planted(name)).toContain('no repository to use');
    }
  });
});

describe('a repository that a file points to and that knows nothing of it', () => {
  beforeAll(async () => {
    await repository('victim');
    plain(at('victim'), 'worktree', 'add', '-q', at('victims-tree'), '-b', 'tree');
    await repository('victims-library');
    plain(at('victim'), 'submodule', '--quiet', 'add', at('victims-library'), 'lib');
    plain(at('victim'), 'clone', '-q', '--bare', at('victim'), at('victim.git'));
  });

  it.each([
    ['victim/.git'],
    ['victim/.git/worktrees/victims-tree'],
    ['victim/.git/modules/lib'],
    ['victim.git'],
    ['nowhere'],
  ])('is not used: %s', async (target) => {
    await mkdir(at('stranger'), { recursive: true });
    await writeFile(at('stranger', '.git'), `gitdir: ${at(target)}\n`);
    expect(await run(at('stranger'), 'log')).toContain('no repository to use');
    expect(await run(at('stranger'), 'commit --allow-empty -m x')).toContain(
      'no repository to use',
    );
  });

  it('is not used through a git directory made here that takes its store from there', async () => {
    await mkdir(at('thief', 'fake', 'worktrees', 'x'), { recursive: true });
    const fake = at('thief', 'fake', 'worktrees', 'x');
    await writeFile(`${fake}/HEAD`, 'ref: refs/heads/main\n');
    await writeFile(`${fake}/gitdir`, `${at('thief', '.git')}\n`);
    await writeFile(`${fake}/commondir`, `${at('victim', '.git')}\n`);
    await writeFile(`${fake}/config`, `[core]\n\tworktree = ${at('thief')}\n`);
    await writeFile(at('thief', '.git'), `gitdir: ${fake}\n`);
    expect(plain(at('thief'), 'log', '--format=%s')).toContain('victim');
    expect(await run(at('thief'), subjects)).toContain('no repository to use');
    await rm(at('thief', '.git'));
    plain(at('thief'), 'init', '-q');
    await writeFile(at('thief', '.git', 'commondir'), `${at('victim', '.git')}\n`);
    expect(await run(at('thief'), subjects)).toContain('no repository to use');
  });

  it('hides what lies above it, as it does from git', async () => {
    await writeFile(at('victim', 'part', '.git'), `gitdir: ${at('nowhere')}\n`);
    expect(await run(at('victim', 'part'), subjects)).toContain('no repository to use');
    await rm(at('victim', 'part', '.git'));
  });

  it('starts nothing that its configuration names, and follows no include', async () => {
    await mkdir(at('eager', 'git'), { recursive: true });
    plain(at('eager', 'git'), 'init', '-q', '--bare');
    await writeFile(at('eager', '.git'), 'gitdir: git\n');
    await writeFile(at('eager', 'named'), `[core]\n\tworktree = ${at('eager')}\n`);
    await appendFile(
      at('eager', 'git', 'config'),
      `[include]\n\tpath = ${at('eager', 'named')}\n` +
        `[alias]\n\tconfig = !touch ${at('canary')}\n[core]\n\tfsmonitor = touch ${at('canary')}\n`,
    );
    expect(await run(at('eager'), subjects)).toContain('no repository to use');
    expect(existsSync(at('canary'))).toBe(false);
  });
});

describe('a git directory that reaches outside itself', () => {
  beforeAll(async () => {
    await repository('victim');
    await writeFile(at('file'), 'the-secret\n');
  });
  beforeEach(async () => {
    await rm(at('hostile'), { recursive: true, force: true });
    await repository('hostile');
  });

  const inGit = (...names: readonly string[]): string => at('hostile', '.git', ...names);
  const linked = async (name: string, target: string): Promise<void> => {
    await rm(inGit(name), { recursive: true, force: true });
    await mkdir(path.dirname(inGit(name)), { recursive: true });
    await symlink(target, inGit(name));
  };

  it.each<[name: string, make: () => Promise<unknown>]>([
    ['packed-refs', () => linked('packed-refs', at('file'))],
    ['shallow', () => linked('shallow', at('file'))],
    ['HEAD', () => linked('HEAD', at('victim', '.git', 'HEAD'))],
    ['index', () => linked('index', at('victim', '.git', 'index'))],
    ['objects', () => linked('objects', at('victim', '.git', 'objects'))],
    ['refs', () => linked('refs', at('victim', '.git', 'refs'))],
    ['refs/heads/x', () => linked('refs/heads/x', '../../../../victim/.git/refs/heads/main')],
    ['rebase-merge/message', () => linked('rebase-merge/message', at('file'))],
    ['logs/HEAD', () => linked('logs/HEAD', at('not-there'))],
    ['config', () => linked('config', at('victim', '.git', 'config'))],
    [
      'objects/info/alternates',
      () => writeFile(inGit('objects/info/alternates'), `${at('victim', '.git', 'objects')}\n`),
    ],
    [
      'config (include.path)',
      () => appendFile(inGit('config'), `[core][include]\n\tpath = ${at('file')}\n`),
    ],
    [
      'config (include.path)',
      () => appendFile(inGit('config'), `[includeIf "gitdir:/"] path = ${at('file')}\n`),
    ],
  ])('is refused by name: %s', async (name, make) => {
    await make();
    for (const line of [subjects, 'status', 'add part', 'commit -m x']) {
      expect(await run(at('hostile'), line)).toBe(gitTexts.reachesOutside(name));
    }
  });

  it('is refused in a worktree too, whose own part is harmless', async () => {
    plain(at('hostile'), 'worktree', 'add', '-q', at('of-hostile'), '-b', 'of-hostile');
    await writeFile(inGit('objects/info/alternates'), `${at('victim', '.git', 'objects')}\n`);
    const refusal = gitTexts.reachesOutside('objects/info/alternates');
    expect(await run(at('of-hostile'), subjects)).toBe(refusal);
  });

  it('is used with links and objects that stay inside', async () => {
    await symlink('HEAD', inGit('ALSO_HEAD'));
    await mkdir(inGit('more', 'objects'), { recursive: true });
    await writeFile(inGit('objects/info/alternates'), '../more/objects\n');
    await symlink(at('file'), inGit('hooks', 'mine'));
    expect(await run(at('hostile'), subjects)).toBe('hostile');
  });
});
