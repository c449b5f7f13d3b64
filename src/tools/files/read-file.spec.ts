import { beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import { unspelled } from '#test/support/unspelled.js';
import type { Tool, ToolArguments, ToolResult } from '../tool.js';
import { readFileTool } from './read-file.tool.js';

const at = temporaryDirectory();

beforeEach(async () => {
  await rm(at('w'), { recursive: true, force: true });
  await mkdir(at('w'));
});

const put = (file: string, content: string | Buffer): Promise<void> =>
  writeFile(at('w', file), content);

const call = (tool: Tool, args: ToolArguments): Promise<ToolResult> =>
  tool.run(args, fakeContext({ workspaceRoot: at('w') }));

const contentOf = async (tool: Tool, args: ToolArguments): Promise<string> =>
  (await call(tool, args)).content;

describe('read_file', () => {
  it('numbers lines and tells what is left', async () => {
    await put('a.txt', Array.from({ length: 450 }, (_, n) => `line ${n + 1}`).join('\n') + '\n');
    const content = await contentOf(readFileTool, { path: 'a.txt' });
    expect(content.startsWith('   1| line 1\n   2| line 2\n')).toBe(true);
    expect(content.endsWith(' 449| line 449\n 450| line 450')).toBe(true);
    expect(await read({ startLine: 449 })).toBe(' 449| line 449\n 450| line 450');
    expect(await read({ startLine: '2', endLine: 2.9 })).toBe(
      '   2| line 2\n(lines 2 to 2 of 450)',
    );
    expect(await read({ startLine: 448, endLine: 450 })).toMatch(/ 450\| line 450$/);
    expect(await read({ startLine: 448, endLine: 900 })).toMatch(/ 450\| line 450$/);
    const none = '(no lines in range: the file has 450 line(s))';
    expect(await read({ startLine: 451 })).toBe(none);
    expect(await read({ startLine: 5, endLine: 4 })).toBe(none);
  });

  const read = (range: object): Promise<string> =>
    contentOf(readFileTool, { path: 'a.txt', ...range });

  it('fills a page of 20,000 characters, and says that more follows only where it does', async () => {
    const line = `${'x'.repeat(43)}\n`;
    await put('a.txt', line.repeat(390));
    expect(await read({})).toMatch(/ 390\| x+$/);
    // With its number and line end a line takes 50 characters.
    await put('a.txt', line.repeat(391));
    const full = await read({});
    expect(full).toMatch(/ 390\| x+\n\(1 more line\(s\); continue with startLine 391\)$/);
    expect(full.length).toBeLessThanOrEqual(20_000);
    expect(await read({ endLine: 390 })).toMatch(/\n\(lines 1 to 390 of 391\)$/);
    await put('a.txt', line.repeat(1000));
    expect(await read({ startLine: 101, endLine: 600 })).toMatch(
      / 490\| x+\n\(110 more line\(s\); continue with startLine 491\)$/,
    );
  });

  it.each([
    [
      'UTF-16',
      Buffer.from('\ufeffgr\u00fc\u00dfe\r\n\u20ac', 'utf16le'),
      'gr\u00fc\u00dfe',
      '\u20ac',
    ],
    [
      'UTF-16, the other way',
      Buffer.from('\ufeff\u65e5\u672c\n2', 'utf16le').swap16(),
      '\u65e5\u672c',
      '2',
    ],
    ['UTF-16 without a mark', Buffer.from('plain\r\ntext', 'utf16le'), 'plain', 'text'],
    ['Latin-1', Buffer.from('na\u00efve\n\u00bd', 'latin1'), 'na\u00efve', '\u00bd'],
    ['Windows-1252', Buffer.from([0x93, 0x61, 0x94, 0x0a, 0x80]), '\u201ca\u201d', '\u20ac'],
    ['a byte order mark', Buffer.from('\ufeffone\ntwo'), 'one', 'two'],
  ])('reads %s', async (_what, bytes, first, second) => {
    await put('a.txt', bytes);
    expect(await read({})).toBe(`   1| ${first}\n   2| ${second}`);
  });

  it.each([
    ['a joiner', '\u{1f469}\u200d\u{1f4bb}', '\u{1f469}\\u{200d}\u{1f4bb}'],
    ['a word joiner', 'a\u2060b', 'a\\u{2060}b'],
    ['tags', 'x\u{e0041}', 'x\\u{e0041}'],
    ['an escape', '\x1b[31mred', '\\u{1b}[31mred'],
    ['a next line', 'a\x85b', 'a\\u{85}b'],
    ['a lone carriage return', '10%\r20%', '10%\\u{d}20%'],
    ['a mark of direction', 'a\u200eb', 'a\\u{200e}b'],
  ])('spells %s', async (_what, text, shown) => {
    await put('a.txt', `${text}\n${text}\r\n`);
    expect(await read({})).toBe(`   1| ${shown}\n   2| ${shown}`);
  });

  it('reads a line of a large file, with the lines of the page alone', async () => {
    const line = (n: number): string => `${n} ${'y'.repeat(90)}`;
    const lines = Array.from({ length: 60_000 }, (_, n) => line(n + 1));
    await put('a.txt', lines.join('\n'));
    expect(await read({ startLine: 40_000, endLine: 40_001 })).toBe(
      `40000| ${line(40_000)}\n40001| ${line(40_001)}`,
    );
    expect(await read({ startLine: 59_999 })).toBe(
      `59999| ${line(59_999)}\n60000| ${line(60_000)}`,
    );
    expect(await read({})).toMatch(/\n\(more lines follow; continue with startLine \d+\)$/);
    expect(await read({ startLine: 60_001 })).toBe(
      '(no lines in range: the file has 60000 line(s))',
    );
    await put('a.txt', Buffer.from(`\ufeff${lines.join('\r\n')}`, 'utf16le'));
    expect(await read({ startLine: 50_000, endLine: 50_000 })).toBe(`50000| ${line(50_000)}`);
  });

  it('reads a line that is longer than a page to its end, in a large file too', async () => {
    const units = ['\u{1f600}', 'a', '\u200d', '\u00e9'];
    for (const length of [9000, 700_000]) {
      const line = Array.from({ length }, (_, n) => units[n % units.length]).join('');
      await put('a.txt', `head\n${line}\ntail`);
      let from: { startLine: number; offset: number } | null = {
        startLine: 2,
        offset: Math.max(0, line.length - 60_000),
      };
      let shown = '';
      while (from !== null) {
        const content: string = await read({ ...from, endLine: 2 });
        expect(content.length).toBeLessThanOrEqual(20_000);
        shown += /^ {3}2\| (.*)$/m.exec(content)?.[1] ?? '';
        const next = /continue with startLine 2 and offset (\d+)\)$/.exec(content);
        from = next && { startLine: 2, offset: Number(next[1]) };
      }
      expect(unspelled(shown)).toBe(line.slice(-60_000));
    }
  });

  it('refuses what is missing, a directory or binary', async () => {
    await put('large.bin', Buffer.alloc(1024 * 1024 + 1));
    await put('exact.txt', Buffer.alloc(1024 * 1024, 'a'));
    await put('b.bin', Buffer.from([65, 0, 66]));
    await put('late.bin', Buffer.concat([Buffer.alloc(8000, 'a'), Buffer.from([0])]));
    const of = (file: string) => call(readFileTool, { path: file });
    expect(await of('x')).toEqual({ ok: false, content: 'File does not exist: x' });
    expect((await of('.')).content).toBe('"." is a directory; use list_dir to see its contents.');
    expect((await of('large.bin')).content).toContain('looks like a binary file');
    expect((await of('b.bin')).content).toBe(
      '"b.bin" looks like a binary file; refusing to read it.',
    );
    expect((await of('exact.txt')).ok).toBe(true);
    expect((await of('late.bin')).ok).toBe(true);
    expect((await call(readFileTool, {})).content).toBe(
      'Path argument must be a non-empty string.',
    );
  });
});
