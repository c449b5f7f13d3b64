import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { filesWithoutLinks, readSources } from './plugin-sources.js';

describe('the directory of a plugin', () => {
  let root: string;
  let plugin: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(path.join(tmpdir(), 'inspect-')));
    plugin = path.join(root, 'plugin');
    await mkdir(path.join(plugin, 'lib'), { recursive: true });
    await writeFile(path.join(plugin, 'index.mjs'), '');
    await writeFile(path.join(plugin, 'lib', 'main.js'), '');
  });
  afterEach(() => rm(root, { recursive: true }));

  const at = (...names: readonly string[]) => path.join(plugin, ...names);
  const refusal = (full: string, part: string): string =>
    `Refusing path "${full}": "${part}" is a symbolic link or junction, and following it could leave the plugin directory. Refer to the real path instead.`;

  it.each(['index.mjs', 'lib/main.js', './lib/../index.mjs'])('may hold %s', async (entry) => {
    expect((await readSources(plugin, entry)).entry).toBe(path.posix.normalize(entry));
  });

  it('may itself be reached by a link', async () => {
    await symlink(plugin, path.join(root, 'link'));
    expect((await readSources(path.join(root, 'link'), 'index.mjs')).entry).toBe('index.mjs');
  });

  it('gives the texts of its modules and data, and of nothing else', async () => {
    await writeFile(at('lib', 'data.json'), '{}');
    await writeFile(at('lib', 'picture.png'), 'x');
    await writeFile(at('README.md'), 'x');
    expect((await readSources(plugin, 'index.mjs')).files).toEqual({
      'index.mjs': '',
      'lib/data.json': '{}',
      'lib/main.js': '',
    });
  });

  it('holds no more code than a machine should be given', async () => {
    await truncate(at('lib', 'main.js'), 8 * 1024 * 1024 + 1);
    await expect(readSources(plugin, 'index.mjs')).rejects.toThrow(
      'the modules of the plugin are larger than 8 MB in all.',
    );
  });

  it.each([
    ['missing.mjs', 'entry module "missing.mjs" does not exist.'],
    ['index.mjs/deeper.mjs', 'entry module "index.mjs/deeper.mjs" does not exist.'],
    ['lib', 'entry module "lib" does not exist.'],
    ['.', 'entry module "." does not exist.'],
    ['../plugin-2/index.mjs', 'entry "../plugin-2/index.mjs" escapes the plugin directory.'],
    ['/etc/hostname', 'entry "/etc/hostname" escapes the plugin directory.'],
  ])('does not hold %s', async (entry, reason) => {
    await expect(readSources(plugin, entry)).rejects.toThrow(reason);
  });

  it('is not entered by a link, not even one that stays inside', async () => {
    await symlink('index.mjs', at('main.mjs'));
    await symlink('lib', at('linked'));
    await expect(readSources(plugin, 'main.mjs')).rejects.toThrow(
      refusal(at('main.mjs'), 'main.mjs'),
    );
    await expect(readSources(plugin, 'linked/main.js')).rejects.toThrow(
      refusal(at('linked', 'main.js'), 'linked'),
    );
  });

  it.each([
    ['a file of the system', '/etc/hostname'],
    ['nothing', '/nowhere/at/all'],
    ['a directory', '..'],
    ['a file of its own', 'main.js'],
  ])('holds no link to %s, however deep', async (_what, target) => {
    await symlink(target, at('lib', 'link'));
    const reason = refusal(at('lib', 'link'), 'link');
    await expect(readSources(plugin, 'index.mjs')).rejects.toThrow(reason);
    await expect(filesWithoutLinks(plugin)).rejects.toThrow(reason);
  });
});
