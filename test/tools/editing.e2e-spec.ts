import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { ToolOffice } from '../support/tools/tool-office.js';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const patchOf = (...content: readonly string[]): string =>
  ['*** Begin Patch', '*** Update File: a.txt', ...content, '*** End Patch'].join('\n');

describe('changes of a file in a run', () => {
  let office: ToolOffice;
  const file = (): string => `${office.workspace}/a.txt`;

  beforeAll(async () => {
    office = await ToolOffice.start();
  });
  afterAll(() => office.close());

  it('edit_file writes no file that tools could no longer change', async () => {
    await writeFile(file(), 'a'.repeat(20_000));
    const { call } = await office.use('edit_file', {
      path: 'a.txt',
      oldString: 'a',
      newString: 'b'.repeat(1000),
      replaceAll: true,
    });
    expect(call).toMatchObject({
      status: 'error',
      resultPreview:
        'a.txt would be larger than 16 MB, more than a tool writes. Nothing was written.',
    });
    expect((await stat(file())).size).toBe(20_000);
  });

  const edit = (oldString: string, newString: string) => ({ path: 'a.txt', oldString, newString });

  it.each([
    [
      'edit_file',
      edit('👩\\u{200d}💻 one', '👩\\u{200d}💻 two'),
      '👩\u200d💻 one\n',
      '👩\u200d💻 two\n',
    ],
    [
      'edit_file',
      edit('\\u{1b}[31mred', '\\u{1b}[32mred'),
      '\x1b[31mred\x1b[0m\n',
      '\x1b[32mred\x1b[0m\n',
    ],
    [
      'edit_file',
      edit('a\\u{2060}b\\u{e0041}', 'c\\u{2060}d'),
      'a\u2060b\u{e0041}\n',
      'c\u2060d\n',
    ],
    ['edit_file', edit('a\\u{85}b\\u{d}c', 'x'), 'a\u0085b\rc\n', 'x\n'],
    [
      'edit_file',
      edit('/\\u{200d}/u', '/\\u{200d}+/u'),
      're = /\\u{200d}/u;\n',
      're = /\\u{200d}+/u;\n',
    ],
    [
      'apply_patch',
      { patch: patchOf('*** Find:', 'a\\u{200e}b', '*** Replace:', 'c\\u{200e}d') },
      'a\u200eb\n',
      'c\u200ed\n',
    ],
    [
      'apply_patch',
      { patch: patchOf('*** Find:', 'one', '*** Replace:', 'two', '\\*** End Patch', 'three') },
      'one\n',
      'two\n*** End Patch\nthree\n',
    ],
    ['write_file', { path: 'a.txt', content: 'c\nd\n' }, '\ufeffa\r\nb\r\n', '\ufeffc\r\nd\r\n'],
    ['write_file', { path: 'a.txt', content: 'c\nd\n' }, 'a\r\nb\r\n', 'c\r\nd\r\n'],
    ['write_file', { path: 'a.txt', content: 'c\nd\n' }, 'a\rb\r', 'c\rd\r'],
    ['write_file', { path: 'a.txt', content: 'é\n' }, utf16('\ufeffa\r\n'), utf16('\ufeffé\r\n')],
    [
      'write_file',
      { path: 'a.txt', content: 'c\n', append: true },
      '\ufeffa\rb\r',
      '\ufeffa\rb\rc\r',
    ],
    [
      'write_file',
      { path: 'a.txt', content: 'c\n', append: true },
      'a\r\nb\r\n',
      'a\r\nb\r\nc\r\n',
    ],
    [
      'edit_file',
      edit('one', 'd\u00e9j\u00e0'),
      latin1('caf\xe9 one\r\n'),
      latin1('caf\xe9 d\xe9j\xe0\r\n'),
    ],
    ['edit_file', edit('one\n', 'zwei\n'), utf16('\ufeff日 one\r\n'), utf16('\ufeff日 zwei\r\n')],
    [
      'write_file',
      { path: 'a.txt', content: 'é\n', append: true },
      latin1('\xe8\n'),
      latin1('\xe8\n\xe9\n'),
    ],
  ])('%s with %j does exactly that', async (name, args, before, after) => {
    await writeFile(file(), before);
    await chmod(file(), 0o640);
    const { call, reported } = await office.use(name, args);
    expect([call.status, reported]).toEqual(['ok', expect.stringContaining('a.txt')]);
    expect(await readFile(file())).toEqual(Buffer.from(after as string));
    expect((await stat(file())).mode & 0o777).toBe(0o640);
  });

  it('a file with invisible characters in its name is changed under the name that is shown', async () => {
    for (const [name, shown] of [
      ['a\u200eb.txt', 'a\\u{200e}b.txt'],
      ['\u2060c.txt', '\\u{2060}c.txt'],
      ['d\u{e0041}.txt', 'd\\u{e0041}.txt'],
    ] as const) {
      const named = `${office.workspace}/${name}`;
      await writeFile(named, 'one\n');
      for (const [tool, args] of [
        ['edit_file', { path: shown, oldString: 'one', newString: 'two' }],
        ['write_file', { path: shown, content: 'three\n', append: true }],
        [
          'apply_patch',
          { patch: `*** Update File: ${shown}\n*** Find:\ntwo\n*** Replace:\nzwei\n` },
        ],
      ] as const) {
        expect((await office.use(tool, args)).call.status).toBe('ok');
      }
      expect(await readFile(named, 'utf8')).toBe('zwei\nthree\n');
      expect(await readdir(office.workspace)).not.toContain(shown);
    }
  });

  it.each([
    ['edit_file', edit('x = 1\nx = 1\n', 'y'), 'x = 1\nx = 1\nx = 1\n', 'occurs 2 times'],
    ['edit_file', edit('}\n}', '}'), '}\n}\n}\n}\n', 'occurs 3 times'],
    [
      'apply_patch',
      { patch: patchOf('*** Find:', '--', '*** Replace:', '-') },
      '---\n',
      'occurs 2 times',
    ],
    [
      'apply_patch',
      { patch: patchOf('*** Find:', 'one', '*** Replace:', 'two', '*** End Patch', 'three') },
      'one\n',
      'stands behind "*** End Patch"',
    ],
    [
      'apply_patch',
      { patch: patchOf('*** Find:', 'one', '*** Replace:', 'two', '*** Update File: b.txt') },
      'one\n',
      'no Find and Replace block for "b.txt"',
    ],
    [
      'apply_patch',
      { patch: patchOf('*** Find:', 'one', '*** Replace:', 'two', '*** Begin Patch') },
      'one\n',
      'may not stand here',
    ],
    [
      'apply_patch',
      { patch: patchOf('*** Find:', 'one', '*** Replace:', 'two', '*** Find:', 'x') },
      'one\n',
      'has no Replace block',
    ],
    ['edit_file', edit('one', '→'), latin1('caf\xe9 one\n'), 'Latin-1, which has no "→"'],
    [
      'write_file',
      { path: 'a.txt', content: '日\n', append: true },
      latin1('caf\xe9\n'),
      'Latin-1, which has no "日"',
    ],
    ['edit_file', edit('b', 'c'), Buffer.from([0xff, 0xfe, 0x62, 0, 0x3d, 0xd8]), 'binary file'],
  ])('%s with %j is refused in words, and changes nothing', async (name, args, before, words) => {
    await writeFile(file(), before);
    const { call, reported } = await office.use(name, args);
    expect([call.status, reported]).toEqual(['error', expect.stringContaining(words)]);
    expect(await readFile(file())).toEqual(Buffer.from(before as string));
  });
});
