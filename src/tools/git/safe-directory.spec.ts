import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { chown, lchown, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { withGitSetting, workspaceEnvironment } from './safe-directory.js';

const at = temporaryDirectory();
const { signal } = new AbortController();
const plain = {
  PATH: process.env.PATH ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
};

function git(directory: string, env: Readonly<Record<string, string>>, ...args: string[]): string {
  return execFileSync('git', args, { cwd: directory, env, encoding: 'utf8', stdio: 'pipe' });
}

async function repository(name: string, ...init: readonly string[]): Promise<string> {
  await mkdir(at(name, 'part'), { recursive: true });
  await writeFile(at(name, 'part', 'a.txt'), 'a\n');
  git(at(name), plain, 'init', '-q', ...init);
  git(at(name), plain, 'add', '.');
  git(at(name), plain, 'commit', '-qm', name);
  return at(name);
}

/** Only the superuser may change owners; others test with their own files. */
const other = process.geteuid?.() === 0 ? 12_345 : (process.geteuid?.() ?? 0);
const isOthers = process.geteuid?.() === 0;

async function giveAway(directory: string): Promise<void> {
  for (const name of await readdir(directory, { recursive: true })) {
    await lchown(path.join(directory, name), other, other);
  }
  await chown(directory, other, other);
}

const trusted = async (root: string): Promise<string | undefined> => {
  const { GIT_CONFIG_VALUE_0 } = await workspaceEnvironment(plain, root, signal);
  return GIT_CONFIG_VALUE_0;
};

describe('git of a process that works in a workspace of another account', () => {
  beforeAll(async () => {
    await repository('theirs');
    await symlink('theirs', at('alias'));
    await repository('tree-of');
    git(at('tree-of'), plain, 'worktree', 'add', '-q', at('tree'), '-b', 'tree');
    await repository('elsewhere', `--separate-git-dir=${at('elsewhere.git')}`);
    await mkdir(at('fresh'));
    await mkdir(at('theirs', 'untracked'));
    await repository('neighbour');
    for (const name of ['theirs', 'tree-of', 'tree', 'elsewhere', 'fresh', 'neighbour']) {
      await giveAway(at(name));
    }
    // As the new owner would see it.
    git(at('elsewhere'), plain, '-c', 'safe.directory=*', 'status');
  });

  it.each([
    ['a repository', 'theirs'],
    ['a directory of one', 'theirs/part'],
    ['a repository behind a link', 'alias'],
    ['a worktree', 'tree'],
    ['one with its git directory elsewhere', 'elsewhere'],
  ])('works in %s', async (_kind, name) => {
    const environment = await workspaceEnvironment(plain, at(name), signal);
    expect(git(at(name), environment, 'log', '--format=%s')).not.toBe('');
    git(at(name), environment, 'status');
  });

  it('works in one that is made there', async () => {
    const environment = await workspaceEnvironment(plain, at('fresh'), signal);
    git(at('fresh'), environment, 'init', '-q');
    expect(git(at('fresh'), environment, 'status', '--short')).toBe('');
  });

  it('is trusted with that one repository and no other', async () => {
    expect(await trusted(at('theirs', 'part'))).toBe(isOthers ? at('theirs') : undefined);
    expect(await trusted(at('alias'))).toBe(isOthers ? at('theirs') : undefined);
    const untracked = at('theirs', 'untracked');
    expect(await trusted(untracked)).toBe(isOthers ? untracked : undefined);
    const environment = await workspaceEnvironment(plain, at('theirs'), signal);
    const ask = (): string => git(at('neighbour'), environment, 'status', '--short');
    if (isOthers) expect(ask).toThrow('dubious ownership');
    else expect(ask()).toBe('');
  });

  it('is trusted with none that a planted file names', async () => {
    await mkdir(at('planted'));
    await writeFile(at('planted', '.git'), `gitdir: ${at('neighbour', '.git')}\n`);
    expect(await workspaceEnvironment(plain, at('planted'), signal)).toEqual(plain);
  });

  it('is left as it is where the files are our own, or nothing is there', async () => {
    const own = await repository('own');
    for (const root of [own, path.join(own, 'part'), at('nowhere'), at()]) {
      expect(await workspaceEnvironment(plain, root, signal)).toEqual(plain);
    }
  });
});

describe('withGitSetting', () => {
  it('keeps what was inherited, and comes last', () => {
    const inherited = {
      ...plain,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'user.name',
      GIT_CONFIG_VALUE_0: 'Inherited',
    };
    const environment = withGitSetting(inherited, 'safe.directory', '/somewhere');
    expect(git(at(), environment, 'config', 'user.name')).toBe('Inherited\n');
    expect(git(at(), environment, 'config', 'safe.directory')).toBe('/somewhere\n');
  });

  it.each(['', '0'])('takes a count of %j for none', (count) => {
    const environment = withGitSetting({ ...plain, GIT_CONFIG_COUNT: count }, 'a.b', 'c');
    expect(environment).toMatchObject({ GIT_CONFIG_COUNT: '1', GIT_CONFIG_VALUE_0: 'c' });
  });

  it('leaves a count that git refuses as it is', () => {
    for (const count of ['x', '-1', '1x', '1.5', '99999999999']) {
      const environment = { ...plain, GIT_CONFIG_COUNT: count };
      expect(withGitSetting(environment, 'a.b', 'c')).toBe(environment);
    }
  });

  it('adds each setting behind all that are there', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (values) => {
        let given: Readonly<Record<string, string>> = plain;
        for (const value of values) given = withGitSetting(given, 'a.b', value);
        const kept = values.map((_value, index) => given[`GIT_CONFIG_VALUE_${index}`]);
        expect([given.GIT_CONFIG_COUNT ?? '0', kept]).toEqual([String(values.length), values]);
        expect(given).toMatchObject(plain);
      }),
    );
  });
});
