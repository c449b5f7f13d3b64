import { beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { KnownFolders } from './known-folders.js';

const at = temporaryDirectory();
const { signal } = new AbortController();
const put = async (file: string): Promise<void> => {
  await mkdir(dirname(at('w', file)), { recursive: true });
  await writeFile(at('w', file), 'x');
};

describe('the known folders of a workspace', () => {
  let reads: string[];
  /** How far the clock runs ahead of earlier changes, ms. */
  let later: number;
  let folders: KnownFolders;

  beforeEach(async () => {
    await rm(at('w'), { recursive: true, force: true });
    for (const file of ['a/b/.env', 'a/one.ts', 'c/two.ts', 'node_modules/x/.env']) await put(file);
    reads = [];
    later = 0;
    folders = new KnownFolders(at('w'), {
      now: () => Date.now() + later,
      read: (path) => {
        reads.push(path.slice(at('w').length).replace(/\/$/, ''));
        return readdir(path, { withFileTypes: true });
      },
    });
  });

  const look = async (): Promise<
    readonly [secrets: readonly string[], reads: readonly string[]]
  > => {
    reads.length = 0;
    const { secrets } = await folders.look(signal);
    return [secrets, [...reads].sort()];
  };
  const all = ['', '/a', '/a/b', '/c'];

  it('are read again as long as their last change may hide another', async () => {
    expect(await look()).toEqual([['a/b/.env'], all]);
    expect(await look()).toEqual([['a/b/.env'], all]);
  });

  it('are not read again once that is long ago', async () => {
    later = 10_000;
    await look();
    expect(await look()).toEqual([['a/b/.env'], []]);
  });

  it('show what was made a moment ago, and where it was moved', async () => {
    later = 10_000;
    await look();
    await put('c/.env.local');
    expect(await look()).toEqual([['a/b/.env', 'c/.env.local'], ['/c']]);
    await rename(at('w', 'a'), at('w', 'd'));
    expect((await look())[0]).toEqual(['c/.env.local', 'd/b/.env']);
    await rename(at('w', 'd'), at('w', 'c/e'));
    await rename(at('w', 'c'), at('w', 'a'));
    expect((await look())[0]).toEqual(['a/.env.local', 'a/e/b/.env']);
    await rename(at('w', 'a/e/one.ts'), at('w', 'a/e/.npmrc'));
    expect((await look())[0]).toEqual(['a/.env.local', 'a/e/.npmrc', 'a/e/b/.env']);
  });

  it('tell the repositories below the root, and no links', async () => {
    for (const file of ['.git/HEAD', 'libs/one/.git/HEAD', 'sub/.git']) await put(file);
    await symlink(at('w', '.git'), at('w', 'c/.git'));
    const { repositories } = await folders.look(signal);
    expect(repositories).toEqual(['libs/one/.git', 'sub/.git']);
  });
});
