import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot, runProgram } from '../support/run-program.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

describe('scripts/image/packages.sh', () => {
  const directory = temporaryDirectory();

  /** Runs it where only these programs exist; answers what it asked of the package manager. */
  async function askedFor(name: string, present: readonly string[]): Promise<string> {
    const bin = directory(name);
    const log = join(bin, 'log');
    await mkdir(bin);
    await writeFile(log, '');
    for (const program of [...present, 'apt-get', 'rm']) {
      await writeFile(join(bin, program), `#!/bin/sh\necho "${program} $*" >> "${log}"\n`);
      await chmod(join(bin, program), 0o755);
    }
    const script = join(repositoryRoot, 'scripts/image/packages.sh');
    const { code, stderr } = await runProgram('/bin/sh', [script], { env: { PATH: bin } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return readFile(log, 'utf8');
  }

  it('asks for nothing where git and tini are', async () => {
    expect(await askedFor('both', ['git', 'tini'])).toBe('');
  });

  it.each([
    ['neither', []],
    ['one', ['git']],
  ])('installs them, and leaves no lists behind, where it finds %s', async (name, present) => {
    const lines = (await askedFor(name, present)).split('\n');
    expect(lines[0]).toMatch(/^apt-get update/);
    expect(lines[1]).toMatch(/^apt-get install .*--no-install-recommends git tini$/);
    expect(lines[2]).toMatch(/^rm -rf \/var\/lib\/apt\/lists\//);
  });
});

describe('scripts/image/volumes.sh', () => {
  const directory = temporaryDirectory();
  const isRoot = process.getuid?.() === 0;

  beforeAll(async () => {
    const script = join(repositoryRoot, 'scripts/image/volumes.sh');
    const result = await runProgram(script, ['1000:1000'], { cwd: directory() });
    expect(result).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each(['data', 'workspaces', 'workspace'])('makes %s for its user', async (folder) => {
    const { uid } = await stat(directory(folder));
    expect(uid).toBe(isRoot ? 1000 : process.getuid?.());
  });
});
