import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { fakeEnvironments } from '#test/support/fake-environments.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { ShadowRepository } from './shadow-repository.js';
import { maxFileBytes } from './tree.js';

const at = temporaryDirectory();

describe('the repository of a workspace', () => {
  it.each([
    ['clean', 'filter.own.clean'],
    ['process', 'filter.own.process'],
  ])('has no filter started for a state: %s', async (name, key) => {
    const [workspace, mark] = [at(name), at(`${name} started`)];
    await mkdir(workspace);
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: workspace,
        encoding: 'utf8',
      });
    git('init', '-q');
    const names = ['large.bin', ':large *.bin'];
    for (const each of names) {
      await writeFile(`${workspace}/${each}`, Buffer.alloc(maxFileBytes + 1, 'a'));
    }
    await writeFile(`${workspace}/.gitattributes`, '*.bin filter=own\n');
    git('add', '-A');
    git('commit', '-qm', 'first');
    git('config', key, `touch '${mark}'; cat`);
    git('config', 'filter.own.required', 'true');
    // Git compares contents if times differ from its index.
    for (const each of names) await utimes(`${workspace}/${each}`, 1, 1);
    const shadow = new ShadowRepository(
      { gitDirectory: at(`${name} shadow`), workspace },
      fakeEnvironments().inherited,
    );
    const { unrecorded } = await shadow.facts(await shadow.snapshot());
    expect(existsSync(mark)).toBe(false);
    expect([...unrecorded].map(([each, { reason }]) => [each, reason]).sort()).toEqual([
      [':large *.bin', 'committed'],
      ['large.bin', 'committed'],
    ]);
  });
});
