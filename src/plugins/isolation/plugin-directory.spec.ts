import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspectCode } from './plugin-directory.js';

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
    expect(await inspectCode(plugin, entry)).toEqual({
      directory: plugin,
      entryUrl: pathToFileURL(path.join(plugin, entry)).href,
    });
  });

  it('may itself be reached by a link, and is then named as it really is', async () => {
    await symlink(plugin, path.join(root, 'link'));
    expect(await inspectCode(path.join(root, 'link'), 'index.mjs')).toMatchObject({
      directory: plugin,
    });
  });

  it.each([
    ['missing.mjs', 'entry module "missing.mjs" does not exist.'],
    ['index.mjs/deeper.mjs', 'entry module "index.mjs/deeper.mjs" does not exist.'],
    ['lib', 'entry module "lib" does not exist.'],
    ['.', 'entry module "." does not exist.'],
    ['../plugin-2/index.mjs', 'entry "../plugin-2/index.mjs" escapes the plugin directory.'],
    ['/etc/hostname', 'entry "/etc/hostname" escapes the plugin directory.'],
  ])('does not hold %s', async (entry, reason) => {
    await expect(inspectCode(plugin, entry)).rejects.toThrow(reason);
  });

  it('is not entered by a link, not even one that stays inside', async () => {
    await symlink('index.mjs', at('main.mjs'));
    await symlink('lib', at('linked'));
    await expect(inspectCode(plugin, 'main.mjs')).rejects.toThrow(
      refusal(at('main.mjs'), 'main.mjs'),
    );
    await expect(inspectCode(plugin, 'linked/main.js')).rejects.toThrow(
      refusal(at('linked', 'main.js'), 'linked'),
    );
  });

  it('holds no link to a directory, however deep; a link to a file is no way out', async () => {
    await symlink('/etc/hostname', at('lib', 'file'));
    await symlink('/nowhere/at/all', at('lib', 'dangling'));
    await expect(inspectCode(plugin, 'index.mjs')).resolves.toBeDefined();
    await symlink(root, at('lib', 'out'));
    await expect(inspectCode(plugin, 'index.mjs')).rejects.toThrow(
      refusal(at('lib', 'out'), 'out'),
    );
  });

  it('has a name that its code can be confined to', async () => {
    const starred = path.join(root, 'plug*in');
    await rename(plugin, starred);
    await expect(inspectCode(starred, 'index.mjs')).rejects.toThrow(
      'the path of the plugin directory holds a "*", which code cannot be confined to.',
    );
  });
});
