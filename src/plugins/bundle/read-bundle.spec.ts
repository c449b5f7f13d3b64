import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { tarBlock, tarOf } from '#test/support/plugins/tar-of.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { entryPath, readBundle } from './read-bundle.js';

const read = async (tar: Buffer): Promise<Record<string, string>> => {
  const files = await readBundle(gzipSync(tar));
  return Object.fromEntries([...files].map(([path, content]) => [path, content.toString()]));
};

const reasonOf = async (tar: Buffer): Promise<string> => {
  const error: unknown = await readBundle(gzipSync(tar)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RefusedError);
  return (error as RefusedError).message;
};

describe('readBundle', () => {
  it('reads files, whatever directories stand between them', async () => {
    const tar = tarOf(
      { name: './' },
      { name: 'plugin.json', content: '{}' },
      { name: './lib/', type: '5' },
      { name: 'lib\\deep//a.mjs', content: 'export {}' },
      { name: 'empty.txt', content: '' },
    );
    expect(await read(tar)).toEqual({
      'plugin.json': '{}',
      'lib/deep/a.mjs': 'export {}',
      'empty.txt': '',
    });
  });

  it('does not wait for the body that a directory claims', async () => {
    const claims = tarBlock({ name: 'lib', type: '5' }, (header) => header.write('777777', 124));
    const tar = Buffer.concat([claims, tarOf({ name: 'lib/a.mjs', content: 'export {}' })]);
    expect(await read(tar)).toEqual({ 'lib/a.mjs': 'export {}' });
  });

  it('reads names that use the prefix of ustar', async () => {
    const prefix = 'p'.repeat(120);
    expect(await read(tarOf({ name: 'a.txt', prefix, content: 'x' }))).toEqual({
      [`${prefix}/a.txt`]: 'x',
    });
  });

  it.each([
    [
      'a hard link',
      { name: 'a', type: '1' },
      'archive entry "a" is a link, which bundles may not contain.',
    ],
    [
      'a symbolic link',
      { name: 'a', type: '2' },
      'archive entry "a" is a link, which bundles may not contain.',
    ],
    ['a device', { name: 'a', type: '3' }, 'archive entry "a" has unsupported type "3".'],
    [
      'a pax header',
      { name: 'a', type: 'x', content: '13 path=evil\n' },
      'archive entry "a" has unsupported type "x".',
    ],
    [
      'a global pax header',
      { name: 'a', type: 'g' },
      'archive entry "a" has unsupported type "g".',
    ],
    [
      'a GNU long name',
      { name: 'a', type: 'L', content: 'evil' },
      'GNU long-name tar extensions are not supported; repack with ustar names.',
    ],
    [
      'a GNU long link name',
      { name: 'a', type: 'K', content: 'evil' },
      'GNU long-name tar extensions are not supported; repack with ustar names.',
    ],
    ['an empty path', { name: '', content: 'x' }, 'archive contains an empty path.'],
    [
      'a file that is the directory itself',
      { name: '.', content: 'x' },
      'archive contains an empty path.',
    ],
    [
      'an absolute path',
      { name: '/etc/passwd', content: 'x' },
      'archive entry "/etc/passwd" is an absolute path.',
    ],
    ['a drive', { name: 'C:\\x', content: 'x' }, 'archive entry "C:\\x" is an absolute path.'],
    [
      'a way out',
      { name: '../x', content: 'x' },
      'archive entry "../x" escapes the plugin directory.',
    ],
    [
      'a hidden way out',
      { name: 'a\\..\\..\\x', content: 'x' },
      'archive entry "a\\..\\..\\x" escapes the plugin directory.',
    ],
    [
      'a device name',
      { name: 'lib/nul.txt', content: 'x' },
      'archive entry "lib/nul.txt" has a name that not every system can store.',
    ],
    [
      'an alternate stream',
      { name: 'a.txt:b', content: 'x' },
      'archive entry "a.txt:b" has a name that not every system can store.',
    ],
    [
      'a control character',
      { name: 'a\nb', content: 'x' },
      'archive entry "a\nb" has a name that not every system can store.',
    ],
    [
      'too deep a path',
      { name: 'd/'.repeat(40) + 'f', content: 'x' },
      `archive entry "${'d/'.repeat(40)}f" lies more than 32 directories deep.`,
    ],
  ])('refuses %s', async (_what, entry, reason) => {
    expect(await reasonOf(tarOf({ name: 'plugin.json', content: '{}' }, entry))).toBe(reason);
  });

  it('refuses sizes that are no plain octal number', async () => {
    const base256 = tarBlock({ name: 'a' }, (header) => header.writeUInt8(0x80, 124));
    expect(await reasonOf(base256)).toBe('base-256 tar sizes are not supported.');
    const words = tarBlock({ name: 'a' }, (header) => header.write('12 monkeys  ', 124));
    expect(await reasonOf(words)).toBe('tar entry has an unreadable size field ("12 monkeys").');
    const nothing = tarBlock({ name: 'a' }, (header) => header.fill(0, 124, 136));
    expect(await reasonOf(nothing)).toBe('tar entry has an unreadable size field ("").');
  });

  it('refuses a body that is shorter than its header says', async () => {
    const whole = tarOf({ name: 'lib/a.mjs', content: 'x'.repeat(2000) });
    expect(await reasonOf(whole.subarray(0, 1024))).toBe('archive entry "lib/a.mjs" is truncated.');
    expect(await reasonOf(whole.subarray(0, 100))).toBe('archive entry "lib/a.mjs" is truncated.');
  });

  it('refuses an entry that is there twice, or is a file and a directory at once', async () => {
    const twice = tarOf({ name: 'a', content: '1' }, { name: './a', content: '2' });
    expect(await reasonOf(twice)).toBe('archive entry "a" is there twice.');
    const both = tarOf({ name: 'a', content: '1' }, { name: 'a/b', content: '2' });
    expect(await reasonOf(both)).toBe('archive entry "a" is a file and a directory at once.');
  });

  it('refuses more files than a bundle may have, and none at all', async () => {
    const files = Array.from({ length: 2049 }, (_, index) => ({ name: `f${index}`, content: '' }));
    expect(await reasonOf(tarOf(...files))).toBe('the bundle contains more than 2048 files.');
    expect((await readBundle(gzipSync(tarOf(...files.slice(1))))).size).toBe(2048);
    expect(await reasonOf(tarOf({ name: 'only/', type: '5' }))).toBe(
      'the bundle contained no files.',
    );
  });

  it('refuses what expands past the limit, by its headers or by its bytes', async () => {
    const claimed = tarBlock({ name: 'a' }, (header) => header.write('77777777777', 124));
    expect(await reasonOf(claimed)).toBe('the bundle expands past the 32 MB limit.');
    const many = Buffer.concat(
      Array.from({ length: 3 }, (_, index) =>
        tarOf({ name: `f${index}`, content: Buffer.alloc(11 * 1024 * 1024) }).subarray(0, -1024),
      ),
    );
    expect(await reasonOf(many)).toBe('the bundle expands past the 32 MB limit.');
  });

  it('leaves a bomb where its limit is passed', async () => {
    const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 });
    const bomb = Buffer.concat(Array.from({ length: 200 }, () => zeros));
    const before = process.memoryUsage().rss;
    await expect(readBundle(bomb)).rejects.toThrow('the bundle expands past the 32 MB limit.');
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('refuses what is no gzip or no tar', async () => {
    await expect(readBundle(Buffer.from('PK\u0003\u0004'))).rejects.toThrow(
      'the bundle is not valid gzip: incorrect header check',
    );
    await expect(readBundle(gzipSync('hello').subarray(0, 12))).rejects.toThrow(
      'the bundle is not valid gzip: unexpected end of file',
    );
    expect(await reasonOf(Buffer.alloc(512, 'x'))).toMatch(/^archive entry|^the bundle is not/);
  });

  it('answers every damaged archive with files or a refusal, and paths stay below the root', async () => {
    const whole = tarOf(
      { name: 'plugin.json', content: '{}' },
      { name: 'lib/', type: '5' },
      { name: 'lib/a.mjs', content: 'export {}' },
    );
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(damage, fc.nat(whole.length), async (changes, cut) => {
        const damaged = Buffer.from(whole.subarray(0, cut));
        for (const [at, value] of changes) if (at < cut) damaged[at] = value;
        const result = await readBundle(gzipSync(damaged)).catch((thrown: unknown) => thrown);
        if (!(result instanceof Map)) expect(result).toBeInstanceOf(RefusedError);
        else for (const path of result.keys()) expect(path).not.toMatch(/^\/|\.\.|\\/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('entryPath', () => {
  it.each([
    ['plugin.json', 'plugin.json'],
    ['./a', 'a'],
    ['a//b/./c', 'a/b/c'],
    ['a\\b', 'a/b'],
    ['a/../b', 'b'],
    ['dir/', 'dir'],
    ['./', ''],
    ['.', ''],
    ['.hidden', '.hidden'],
    ['grüße/日本', 'grüße/日本'],
    ['f'.repeat(255), 'f'.repeat(255)],
    ['d/'.repeat(31) + 'f', 'd/'.repeat(31) + 'f'],
  ])('reads %j', (name, expected) => {
    expect(entryPath(name)).toBe(expected);
  });

  it.each([
    ['', 'archive contains an empty path.'],
    [' ', 'archive contains an empty path.'],
    ['/a', 'archive entry "/a" is an absolute path.'],
    ['\\a', 'archive entry "\\a" is an absolute path.'],
    ['\\\\host\\share', 'archive entry "\\\\host\\share" is an absolute path.'],
    ['c:a', 'archive entry "c:a" is an absolute path.'],
    ['..', 'archive entry ".." escapes the plugin directory.'],
    ['a/../..', 'archive entry "a/../.." escapes the plugin directory.'],
    ['a\\..\\..\\b', 'archive entry "a\\..\\..\\b" escapes the plugin directory.'],
    ['CON', 'archive entry "CON" has a name that not every system can store.'],
    ['a/aux.txt', 'archive entry "a/aux.txt" has a name that not every system can store.'],
    ['.. ', 'archive entry ".. " has a name that not every system can store.'],
    ['.../a', 'archive entry ".../a" has a name that not every system can store.'],
    ['a. /b', 'archive entry "a. /b" has a name that not every system can store.'],
    ['ab:c', 'archive entry "ab:c" has a name that not every system can store.'],
    ['a\0b', 'archive entry "a\0b" has a name that not every system can store.'],
    [`${'ü'.repeat(128)}`, /has a name that not every system can store\.$/],
    ['d/'.repeat(32) + 'f', /lies more than 32 directories deep\.$/],
  ])('refuses %j', (name, reason) => {
    const read = () => entryPath(name);
    expect(read).toThrow(RefusedError);
    expect(read).toThrow(reason);
  });

  it('never leads out of the directory, whatever the name, and is then left as it is', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '', '/', '\\', 'a', ' ', 'c:', '\0', '~'),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    const name = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(name, (text) => {
        let read: string;
        try {
          read = entryPath(text);
        } catch (error) {
          expect(error).toBeInstanceOf(RefusedError);
          return;
        }
        for (const paths of [path.posix, path.win32]) {
          const root = paths === path.posix ? '/plugin' : 'C:\\plugin';
          const relative = paths.relative(root, paths.resolve(root, read));
          expect(relative.split(paths.sep)[0]).not.toBe('..');
          expect(paths.isAbsolute(relative)).toBe(false);
        }
        if (read !== '') expect(entryPath(read)).toBe(read);
      }),
      { numRuns: 500 },
    );
  });
});
