import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardOf, pinnedFiles } from './pinned-files.js';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('the files to which a yes is bound', () => {
  let folder: string;
  const at = (path: string): string => join(folder, path);
  const hashesOf = async (line: string): Promise<Record<string, string | null>> => {
    const { files } = await pinnedFiles(line, folder);
    return Object.fromEntries(files.map(({ path, hash }) => [path, hash]));
  };
  const scripts = {
    test: 'npm run build && node t.js && npm test',
    build: './b.sh',
    pretest: 'node pre.js',
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pinned-'));
    await mkdir(at('sub'));
    await writeFile(at('x.sh'), 'x');
    await writeFile(at('b.sh'), 'b');
    await symlink('x.sh', at('link.sh'));
    await writeFile(at('.env'), 'TOKEN=1');
    await writeFile(at('package.json'), JSON.stringify({ scripts }));
    await writeFile(at('sub/package.json'), '{ no json');
    await writeFile(at('big.sh'), '');
    await truncate(at('big.sh'), 33 * 1024 * 1024);
    execFileSync('mkfifo', [at('pipe.sh')]);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('are hashed as they are, through links, missing ones included, folders and pipes not', async () => {
    expect(await hashesOf('bash x.sh; bash link.sh; bash none.sh; bash sub; bash pipe.sh')).toEqual(
      {
        'x.sh': sha('x'),
        'link.sh': sha('x'),
        'none.sh': null,
      },
    );
    expect(await hashesOf(`bash ${at('x.sh')}`)).toEqual({ 'x.sh': sha('x') });
  });

  it('are those of the scripts of a package, each once', async () => {
    expect(Object.keys(await hashesOf('npm test'))).toEqual([
      'package.json',
      'node_modules/.bin/node',
      'pre.js',
      'node_modules/.bin/npm',
      't.js',
      'b.sh',
    ]);
    expect(await hashesOf('npm --prefix sub test')).toEqual({
      'sub/package.json': sha('{ no json'),
    });
  });

  it('tell nothing of what a secret or a very large file holds', async () => {
    const { '.env': env, 'big.sh': big } = await hashesOf('. ./.env && bash big.sh');
    expect(env).toMatch(/^[0-9a-f]{64}$/);
    expect(env).not.toBe(sha('TOKEN=1'));
    expect(big).toMatch(/^[0-9a-f]{64}$/);
    await writeFile(at('.env'), 'TOKEN=2');
    expect((await hashesOf('. ./.env'))['.env']).not.toBe(env);
  });

  it('are not all, where a line names more than a hundred', async () => {
    const line = (count: number): string =>
      Array.from({ length: count }, (_, number) => `bash s${number}.sh`).join('; ');
    expect((await pinnedFiles(line(100), folder)).areAll).toBe(true);
    const { files, areAll } = await pinnedFiles(line(101), folder);
    expect([files.length, areAll]).toEqual([100, false]);
  });

  it('keep a command from being started once one has changed', async () => {
    const { files } = await pinnedFiles('bash x.sh', folder);
    await guardOf('bash x.sh', folder, files)();
    await writeFile(at('x.sh'), 'y');
    await expect(guardOf('bash x.sh', folder, files)()).rejects.toThrow(
      'Changed since it was allowed: x.sh.',
    );
    await guardOf('bash x.sh', folder, [])();
  });
});
