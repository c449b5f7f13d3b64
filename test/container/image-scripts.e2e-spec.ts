import { chmod, cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
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

  it('asks for nothing where git, tini and bubblewrap are', async () => {
    expect(await askedFor('all', ['git', 'tini', 'bwrap'])).toBe('');
  });

  it.each([
    ['none', []],
    ['one', ['git']],
    ['two', ['git', 'tini']],
  ])('installs them, and leaves no lists behind, where it finds %s', async (name, present) => {
    const lines = (await askedFor(name, present)).split('\n');
    expect(lines[0]).toMatch(/^apt-get update/);
    expect(lines[1]).toMatch(/^apt-get install .*--no-install-recommends git tini bubblewrap$/);
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

describe('scripts/image/sbom.mjs', () => {
  const directory = temporaryDirectory();
  const scripts = ['scripts/image/sbom.mjs', 'scripts/image/licences.json'];
  const locks = ['package', 'package-lock'].flatMap((name) => [
    `${name}.json`,
    `console/${name}.json`,
  ]);

  beforeAll(async () => {
    for (const file of [...scripts, ...locks]) {
      await cp(join(repositoryRoot, file), join(directory(), file));
    }
    const result = await runProgram('node', [join(directory(), 'scripts/image/sbom.mjs')]);
    expect(result).toEqual({ code: 0, stdout: '', stderr: '' });
  }, 60_000);

  it.each([
    ['service', 'package-lock.json', 100],
    ['console', 'console/package-lock.json', 20],
  ])(
    'lists for the %s all that is shipped of its lock, with licences',
    async (name, lock, least) => {
      const { packages } = JSON.parse(await readFile(directory(lock), 'utf8')) as {
        packages: Record<string, { version: string; dev?: boolean }>;
      };
      const shipped = Object.entries(packages)
        .filter(([path, { dev }]) => path !== '' && (name === 'console' || !dev))
        .map(
          ([path, { version }]) =>
            `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`,
        );
      const listed = JSON.parse(await readFile(directory(`sbom/${name}.cdx.json`), 'utf8')) as {
        components: { name: string; version: string; licenses?: object[]; hashes?: object[] }[];
      };
      expect(shipped.length).toBeGreaterThan(least);
      const names = listed.components.map((each) => `${each.name}@${each.version}`);
      expect(new Set(names)).toEqual(new Set(shipped));
      const bare = listed.components.filter(
        ({ licenses, hashes }) => !licenses?.length || !hashes?.length,
      );
      expect(bare.map((each) => each.name)).toEqual([]);
    },
  );
});
