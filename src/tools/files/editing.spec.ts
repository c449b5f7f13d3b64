import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { chmod, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import { OpenDirectory } from '../../platform/paths/open-directory.js';
import type { Tool, ToolArguments, ToolResult } from '../tool.js';
import { applyPatchTool } from './apply-patch.tool.js';
import { editFileTool } from './edit-file.tool.js';

const at = temporaryDirectory();

beforeEach(async () => {
  await rm(at('w'), { recursive: true, force: true });
  await mkdir(at('w'));
});

afterEach(() => void jest.restoreAllMocks());

const call = (tool: Tool, args: ToolArguments): Promise<ToolResult> =>
  tool.run(args, fakeContext({ workspaceRoot: at('w') }));

const put = (content: string | Buffer): Promise<void> => writeFile(at('w', 'a.txt'), content);
const bytes = (): Promise<Buffer> => readFile(at('w', 'a.txt'));
const text = (): Promise<string> => readFile(at('w', 'a.txt'), 'utf8');

/** The same change, made by each tool that edits in place. */
const changes: readonly (readonly [string, (part: string, by: string) => Promise<ToolResult>])[] = [
  [
    'edit_file',
    (oldString, newString) => call(editFileTool, { path: 'a.txt', oldString, newString }),
  ],
  [
    'apply_patch',
    (find, replace) =>
      call(applyPatchTool, {
        patch: `*** Update File: a.txt\n*** Find:\n${find}\n*** Replace:\n${replace}`,
      }),
  ],
];

const latin1 = (value: string): Buffer => Buffer.from(value, 'latin1');
const utf16 = (value: string): Buffer => Buffer.from(value, 'utf16le');

describe.each(changes)('%s', (_name, change) => {
  it.each([
    ['Latin-1', latin1('caf\xe9 one\r\n'), latin1('caf\xe9 \xe0 deux\r\n')],
    [
      'Windows-1252',
      latin1('\x93caf\xe9\x94 \x80 one\n'),
      latin1('\x93caf\xe9\x94 \x80 \xe0 deux\n'),
    ],
    ['UTF-16 with a mark', utf16('\ufeff日 one\r\n'), utf16('\ufeff日 à deux\r\n')],
    [
      'UTF-16 the other way round',
      utf16('\ufeff日 one\n').swap16(),
      utf16('\ufeff日 à deux\n').swap16(),
    ],
    ['UTF-16 without a mark', utf16('some words, one\n'), utf16('some words, à deux\n')],
    ['UTF-8 with a mark', Buffer.from('\ufeff日 one\r\n'), Buffer.from('\ufeff日 à deux\r\n')],
    [
      'UTF-8 with a NUL far into it',
      Buffer.from(`${'a'.repeat(9000)}\0one`),
      Buffer.from(`${'a'.repeat(9000)}\0à deux`),
    ],
  ])('writes %s back as it is', async (_what, before, after) => {
    await put(before);
    const result = await change('one', 'à deux');
    expect([result.ok, await bytes()]).toEqual([true, after]);
  });

  it('keeps every other byte of a file in one byte a letter', async () => {
    const printable = fc.uint8Array({ min: 0x20, minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(printable, printable, async (before, behind) => {
        fc.pre(!before.includes(0x7f) && !behind.includes(0x7f));
        const file = Buffer.concat([before, latin1('\n\xe9[mark]\n'), behind]);
        fc.pre(file.indexOf('[mark]') === file.lastIndexOf('[mark]'));
        await put(file);
        expect((await change('[mark]', 'x')).ok).toBe(true);
        expect(await bytes()).toEqual(Buffer.concat([before, latin1('\n\xe9x\n'), behind]));
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    ['→', latin1('caf\xe9 one\n'), 'Latin-1', '→'],
    ['👍 x', latin1('caf\xe9 one\n'), 'Latin-1', '👍'],
    ['\u200d', latin1('caf\xe9 one\n'), 'Latin-1', '\\u{200d}'],
    ['\ud83d', Buffer.from('one\n'), 'UTF-8', '\\u{d83d}'],
  ])('refuses %j, which the encoding lacks', async (by, before, encoding, character) => {
    await put(before);
    const result = await change('one', by);
    expect(result.ok).toBe(false);
    expect(result.content).toContain(`written in ${encoding}, which has no "${character}"`);
    expect(await bytes()).toEqual(before);
  });

  it.each([
    ['three lines of which two are asked for', 'x = 1\nx = 1\nx = 1\n', 'x = 1\nx = 1\n'],
    ['the same with returns', 'x = 1\r\nx = 1\r\nx = 1\r\n', 'x = 1\nx = 1\n'],
    ['closing brackets', '  }\n  }\n  }\n', '  }\n  }\n'],
    ['half a divider', '=====', '===='],
    ['empty lines', 'a\n\n\nb', '\n\n'],
    ['joiners', 'a\u200da\u200da', 'a\\u{200d}a'],
  ])('does not choose between places that overlap: %s', async (_what, before, part) => {
    await put(before);
    const result = await change(part, 'new');
    expect(result.ok).toBe(false);
    expect(result.content).toMatch(/occurs (2|3) times/);
    expect(await text()).toBe(before);
  });

  it.each([
    [
      'a family',
      '👨\u200d👩\u200d👧 one',
      '👨\\u{200d}👩\\u{200d}👧 one',
      '👨\\u{200d}👩\\u{200d}👦 two',
      '👨\u200d👩\u200d👦 two',
    ],
    [
      'marks of direction',
      '\u200f\u05e9\u200e one',
      '\\u{200f}\u05e9\\u{200e} one',
      '\\u{200f}\u05e9\\u{200e} two',
      '\u200f\u05e9\u200e two',
    ],
    [
      'a blank that does not break',
      '10\u00a0kg one',
      '10\\u{a0}kg one',
      '10\\u{a0}kg two',
      '10\u00a0kg two',
    ],
    [
      'next line, and a soft hyphen',
      'a\u0085b\u00adc one',
      'a\\u{85}b\\u{ad}c one',
      'a\\u{85}b\\u{ad}c',
      'a\u0085b\u00adc',
    ],
    [
      'a colour',
      '\x1b[1mone\x1b[0m',
      '\\u{1b}[1mone\\u{1b}[0m',
      '\\u{1b}[1mtwo\\u{1b}[0m',
      '\x1b[1mtwo\x1b[0m',
    ],
    [
      'source that spells it',
      're = /\\u{200d}/ // one',
      're = /\\u{200d}/ // one',
      're = /\\u{200d}|\\u{200c}/',
      're = /\\u{200d}|\\u{200c}/',
    ],
  ])('takes the spelling for what is shown: %s', async (_what, before, part, by, after) => {
    await put(`first\n${before}\nlast\n`);
    expect((await change(part, by)).ok).toBe(true);
    expect(await text()).toBe(`first\n${after}\nlast\n`);
  });

  it('says where a spelling in the new text is taken for letters', async () => {
    await put('a\u200db\none\n');
    const { ok, content } = await change('one', '\\u{200d}');
    expect(ok).toBe(true);
    expect(content).toContain('\\u{200d} was written as these letters');
    expect(await text()).toBe('a\u200db\n\\u{200d}\n');
  });

  it('refuses what somebody outside changed in the very moment, and tells the difference', async () => {
    await put('one\ntwo\n');
    const createFile = OpenDirectory.prototype.createFile;
    jest.spyOn(OpenDirectory.prototype, 'createFile').mockImplementationOnce(async function (
      this: OpenDirectory,
      name,
    ) {
      await put('one\ntheirs\n');
      return createFile.call(this, name);
    });
    const { ok, content } = await change('one', '1');
    expect(ok).toBe(false);
    expect(content).toContain('a.txt was changed by somebody else since this turn read it');
    expect(content).toContain('-two\n+theirs');
    expect(await text()).toBe('one\ntheirs\n');
    expect(await readdir(at('w'))).toEqual(['a.txt']);
    expect((await change('one', '1')).ok).toBe(true);
    expect(await text()).toBe('1\ntheirs\n');
  });

  it('loses no edit of many that are made at once', async () => {
    const count = 40;
    const names = Array.from({ length: count }, (_, index) => `place-${index}-`);
    await put(names.join('\n'));
    const results = await Promise.all(names.map((name) => change(name, `${name}done`)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(await text()).toBe(names.map((name) => `${name}done`).join('\n'));
  });

  it('keeps the mode of the file', async () => {
    await put('one\n');
    await chmod(at('w', 'a.txt'), 0o2750);
    await change('one', 'two');
    expect((await stat(at('w', 'a.txt'))).mode & 0o7777).toBe(0o2750);
  });

  it('changes a file of 16 MiB, and none that is larger', async () => {
    const line = `${'x'.repeat(1023)}\n`;
    await put(`one\n${line.repeat(16 * 1024 - 1)}`);
    expect((await change('one', 'two')).ok).toBe(true);
    expect((await bytes()).subarray(0, 4).toString()).toBe('two\n');
    await put(`one\n${line.repeat(16 * 1024)}`);
    expect((await change('one', 'two')).content).toContain('larger than 16 MB');
  });
});

describe('edit_file', () => {
  it('replaces every place from the left where they overlap, and tells how many', async () => {
    await put('aaaaa\n');
    const args = { path: 'a.txt', oldString: 'aa', newString: 'b', replaceAll: true };
    const { content } = await call(editFileTool, args);
    expect([content, await text()]).toEqual(['Edited a.txt: replaced 2 occurrences.', 'bba\n']);
  });

  it('replaces no more places at once than a file with a sense has', async () => {
    await put('a'.repeat(100_001));
    const args = { path: 'a.txt', oldString: 'a', newString: 'b', replaceAll: true };
    expect((await call(editFileTool, args)).content).toContain('occurs 100001 times');
    expect(await text()).toBe('a'.repeat(100_001));
  });
});

describe('apply_patch', () => {
  it('leaves what it wrote where somebody changed it, and says so', async () => {
    await put('one\n');
    await writeFile(at('w', 'b.txt'), 'two\n');
    const createFile = OpenDirectory.prototype.createFile;
    const made = jest.spyOn(OpenDirectory.prototype, 'createFile');
    made.mockImplementation(async function (this: OpenDirectory, name) {
      if (made.mock.calls.length === 2) {
        await put('theirs\n');
        await writeFile(at('w', 'b.txt'), 'theirs too\n');
      }
      return createFile.call(this, name);
    });
    const patch = [
      ...['*** Update File: a.txt', '*** Find:', 'one', '*** Replace:', '1'],
      ...['*** Update File: b.txt', '*** Find:', 'two', '*** Replace:', '2'],
    ].join('\n');
    const { ok, content, affectsPaths } = await call(applyPatchTool, { patch });
    expect([ok, affectsPaths]).toEqual([false, ['a.txt']]);
    expect(content).toContain('somebody else changed a.txt meanwhile');
    expect([await text(), await readFile(at('w', 'b.txt'), 'utf8')]).toEqual([
      'theirs\n',
      'theirs too\n',
    ]);
  });
});
