import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import { OpenDirectory } from '../../platform/paths/open-directory.js';
import type { ToolResult } from '../tool.js';
import { writeFileTool } from './write-file.tool.js';

const at = temporaryDirectory();

beforeEach(async () => {
  await rm(at('w'), { recursive: true, force: true });
  await mkdir(at('w'));
});

afterEach(() => void jest.restoreAllMocks());

const put = (content: string | Buffer): Promise<void> => writeFile(at('w', 'a.txt'), content);
const bytes = (): Promise<Buffer> => readFile(at('w', 'a.txt'));
const text = (): Promise<string> => readFile(at('w', 'a.txt'), 'utf8');
const latin1 = (value: string): Buffer => Buffer.from(value, 'latin1');
const utf16 = (value: string): Buffer => Buffer.from(value, 'utf16le');

describe('write_file', () => {
  const write = (content: string, append = false): Promise<ToolResult> =>
    writeFileTool.run({ path: 'a.txt', content, append }, fakeContext({ workspaceRoot: at('w') }));

  it.each([
    ['CRLF', 'a\r\nb\r\n', 'c\nd\n', 'c\r\nd\r\n'],
    ['CRLF, written with returns', 'a\r\nb\r\n', 'c\r\nd\r\n', 'c\r\nd\r\n'],
    ['LF, written with returns', 'a\nb\n', 'c\r\nd\r\n', 'c\nd\n'],
    ['returns alone', 'a\rb\r', 'c\nd\n', 'c\rd\r'],
    ['mostly CRLF', 'a\r\nb\r\nc\n', 'd\ne\n', 'd\r\ne\r\n'],
    ['mostly LF', 'a\nb\nc\r\n', 'd\ne\n', 'd\ne\n'],
    ['no line end', 'a', 'b\r\nc\n', 'b\r\nc\n'],
    ['a mark', '\ufeffa\r\n', 'b\nc\n', '\ufeffb\r\nc\r\n'],
    ['a mark, written with one', '\ufeffa\n', '\ufeffb\n', '\ufeffb\n'],
    ['joiners', '👩\u200d💻\n', '👩\\u{200d}💻 x\n', '👩\u200d💻 x\n'],
    ['lines of both kinds, where nothing changes', 'a\r\nb\nc\r\n', 'a\nb\nc\n', 'a\r\nb\nc\r\n'],
  ])('keeps of the file it replaces: %s', async (_what, before, content, after) => {
    await put(before);
    expect((await write(content)).ok).toBe(true);
    expect(await text()).toBe(after);
  });

  it('keeps the encoding, and tells it', async () => {
    await put(latin1('caf\xe9\n'));
    expect((await write('th\xe9\n')).content).toBe('Wrote a.txt (4 bytes, Latin-1).');
    expect(await bytes()).toEqual(latin1('th\xe9\n'));
    await put(utf16('\ufeffa\r\n'));
    expect((await write('b\n')).content).toBe('Wrote a.txt (8 bytes, UTF-16).');
    expect(await bytes()).toEqual(utf16('\ufeffb\r\n'));
  });

  it('replaces what is no text, or too large to be looked at', async () => {
    for (const before of [Buffer.from([0, 1, 2]), Buffer.alloc(17 * 1024 * 1024, 'a')]) {
      await put(before);
      expect((await write('a\n')).ok).toBe(true);
      expect(await text()).toBe('a\n');
    }
  });

  it.each([
    ['CRLF', Buffer.from('a\r\n'), 'b\nc\n', Buffer.from('a\r\nb\r\nc\r\n')],
    ['CRLF without an end', Buffer.from('a\r\nb'), 'c\n', Buffer.from('a\r\nbc\r\n')],
    ['LF', Buffer.from('a\n'), 'b\r\n', Buffer.from('a\nb\n')],
    ['returns alone', Buffer.from('a\r'), 'b\n', Buffer.from('a\rb\r')],
    ['a mark alone', Buffer.from('\ufeff'), 'b\n', Buffer.from('\ufeffb\n')],
    ['UTF-16', utf16('\ufeffa\r\n'), 'é\n', utf16('\ufeffa\r\né\r\n')],
    ['Latin-1', latin1('\xe9\n'), 'é\n', latin1('\xe9\n\xe9\n')],
  ])('goes on as the file is written: %s', async (_what, before, content, after) => {
    await put(before);
    expect((await write(content, true)).ok).toBe(true);
    expect(await bytes()).toEqual(after);
  });

  it('loses nothing of what is appended at once', async () => {
    await put('');
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);
    await Promise.all(lines.map((line) => write(line, true)));
    expect((await text()).split('\n').sort()).toEqual(lines.join('').split('\n').sort());
  });

  it('refuses to replace a file that was made in the very moment', async () => {
    const createFile = OpenDirectory.prototype.createFile;
    jest.spyOn(OpenDirectory.prototype, 'createFile').mockImplementationOnce(async function (
      this: OpenDirectory,
      name,
    ) {
      await put('theirs\n');
      return createFile.call(this, name);
    });
    expect((await write('mine\n')).content).toContain('+theirs');
    expect(await text()).toBe('theirs\n');
  });
});
