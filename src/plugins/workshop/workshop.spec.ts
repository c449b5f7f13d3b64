import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { manifestOf, putPlugin } from '#test/support/plugins/plugin-workshop.js';
import { validateManifest } from '../manifest/validate-manifest.js';
import { collectFiles } from './pack-files.js';
import { isCatalogFile, listInCatalog } from './list-in-catalog.js';
import { nameNewPlugin, newPluginFiles } from './new-plugin.js';

type ListedBundle = Parameters<typeof listInCatalog>[1];

describe('collectFiles', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'collect-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('takes everything but hidden names, in order', async () => {
    const files = { 'z.txt': '', 'lib/b.mjs': '', 'lib/.cache/x': '', '.git/config': '' };
    await putPlugin(directory, { manifest: manifestOf(), files });
    expect([...(await collectFiles(directory)).keys()]).toEqual([
      'lib/b.mjs',
      'plugin.json',
      'z.txt',
    ]);
  });

  it('takes no link', async () => {
    await symlink('/etc/passwd', path.join(directory, 'link'));
    await expect(collectFiles(directory)).rejects.toThrow(
      'archive entry "link" is a link, which bundles may not contain.',
    );
  });

  it('reads no more than a bundle may hold', async () => {
    const huge = path.join(directory, 'huge');
    await writeFile(huge, '');
    // A sparse file takes no room on disk, but reading it would exhaust memory.
    await truncate(huge, 2 ** 42);
    await expect(collectFiles(directory)).rejects.toThrow('expands past the 32 MB limit.');
    await rm(huge);
    for (let n = 0; n < 2049; n += 1) await writeFile(path.join(directory, `f${n}`), '');
    await expect(collectFiles(directory)).rejects.toThrow('contains more than 2048 files.');
  });
});

describe('listInCatalog', () => {
  const listed = (version: string, id = 'test.sample') =>
    ({
      manifest: manifestOf({ id, version }),
      downloadUrl: `${version}.tar.gz`,
      sha256: 'a'.repeat(64),
      sizeBytes: 1,
    }) as unknown as ListedBundle;

  it('begins a catalogue, replaces another version, and keeps the rest', () => {
    const first = listInCatalog(null, listed('1.0.0'));
    expect(first).toEqual({ version: 1, plugins: [listed('1.0.0')] });
    const mine = { ...first, name: 'Mine' };
    const second = listInCatalog(mine, listed('2.0.0', 'test.other'));
    expect(listInCatalog(second, listed('1.1.0'))).toEqual({
      version: 1,
      name: 'Mine',
      plugins: [listed('2.0.0', 'test.other'), listed('1.1.0')],
    });
  });

  it('adds to nothing but a catalogue, whatever its entries are', () => {
    for (const document of [null, [], 7, {}, { plugins: {} }]) {
      expect([document, isCatalogFile(document)]).toEqual([document, false]);
    }
    const strange = { plugins: [null, 7] };
    expect(isCatalogFile(strange)).toBe(true);
    expect(listInCatalog(strange, listed('1.0.0')).plugins).toEqual([null, 7, listed('1.0.0')]);
  });
});

describe('a new plugin', () => {
  it.each([
    ['word-count', { id: 'com.example.word-count', name: 'Word Count' }],
    ['My Plugin!', { id: 'com.example.my-plugin', name: 'My Plugin' }],
    ['...', null],
  ])('is named after its folder: %s', (folder, named) => {
    expect(nameNewPlugin(folder)).toEqual(named);
  });

  it('is accepted by the office without a warning', () => {
    const files = newPluginFiles({ id: 'com.example.x', name: 'X' }, '');
    expect(validateManifest(JSON.parse(files['plugin.json'] ?? ''))).toMatchObject({
      ok: true,
      warnings: [],
    });
  });
});
