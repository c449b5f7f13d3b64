import { beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import type { Tool, ToolArguments } from '../tool.js';
import { globTool } from './glob.tool.js';
import { grepTool } from './grep.tool.js';
import { listDirTool } from './list-dir.tool.js';
import { searchFilesTool } from './search-files.tool.js';

const at = temporaryDirectory();

beforeEach(async () => {
  await rm(at('w'), { recursive: true, force: true });
  await mkdir(at('w'));
});

async function put(file: string, content: string | Buffer = ''): Promise<void> {
  await mkdir(path.dirname(at('w', file)), { recursive: true });
  await writeFile(at('w', file), content);
}

const contentOf = async (tool: Tool, args: ToolArguments): Promise<string> =>
  (await tool.run(args, fakeContext({ workspaceRoot: at('w') }))).content;

const grep = (args: ToolArguments): Promise<string> => contentOf(grepTool, args);

describe('search_files and grep', () => {
  beforeEach(async () => {
    await put('src/a.ts', 'const one = 1;\nconst two = 2;\n\nONE\n');
    await put('src/b.md', 'one\n');
    await put('node_modules/x.ts', 'one');
  });

  it('give path, line and text', async () => {
    expect(await contentOf(searchFilesTool, { pattern: 'one|two' })).toBe(
      'src/a.ts:1: const one = 1;\nsrc/a.ts:2: const two = 2;\nsrc/b.md:1: one',
    );
    expect(await contentOf(searchFilesTool, { pattern: '^one$', path: 'src', glob: '*.md' })).toBe(
      'src/b.md:1: one',
    );
    expect(await contentOf(searchFilesTool, { pattern: 'three' })).toBe(
      'No matches for /three/ (scanned 2 files).\n(not looked at: never walked: node_modules/; name one as path to look there)',
    );
    expect(
      await contentOf(grepTool, { pattern: 'one', ignoreCase: true, include: 'src/*.ts' }),
    ).toBe('src/a.ts:1: const one = 1;\nsrc/a.ts:4: ONE');
    expect(await contentOf(grepTool, { pattern: 'one', exclude: '*.ts' })).toBe('src/b.md:1: one');
  });

  it('show the lines around a match in blocks', async () => {
    await put('src/a.ts', 'a\nhit\nb\nhit\nc\nd\ne\nf\nhit\n');
    expect(await contentOf(grepTool, { pattern: 'hit', context: 1 })).toBe(
      [
        'src/a.ts-1- a',
        'src/a.ts:2: hit',
        'src/a.ts-3- b',
        'src/a.ts:4: hit',
        'src/a.ts-5- c',
        '--',
        'src/a.ts-8- f',
        'src/a.ts:9: hit',
      ].join('\n'),
    );
  });

  it('name only the files, sorted', async () => {
    expect(await contentOf(grepTool, { pattern: 'one', filesOnly: true })).toBe(
      'src/a.ts\nsrc/b.md',
    );
  });

  it('stop at their limits, and shorten long lines', async () => {
    await put('many.txt', 'hit\n'.repeat(200));
    const searched = (await contentOf(searchFilesTool, { pattern: 'hit' })).split('\n');
    expect(searched).toHaveLength(122);
    expect(searched.slice(-2)).toEqual([
      '(truncated at 120 matches)',
      '(continue with offset 120)',
    ]);
    const found = (await contentOf(grepTool, { pattern: 'hit', limit: 2 })).split('\n');
    expect(found).toEqual([
      'many.txt:1: hit',
      'many.txt:2: hit',
      '(truncated at 2 matches)',
      '(continue with offset 2)',
    ]);
    await put('many.txt', `needle${'x'.repeat(400)}`);
    expect(await contentOf(grepTool, { pattern: 'needle' })).toBe(
      `many.txt:1: needle${'x'.repeat(294)}…`,
    );
  });

  it('refuse patterns that are none, and paths', async () => {
    for (const tool of [searchFilesTool, grepTool]) {
      expect(await contentOf(tool, { pattern: '(' })).toMatch(
        /^The pattern cannot be used: Invalid regular expression/,
      );
      expect(await contentOf(tool, { pattern: 'a', path: 'x' })).toBe('Path does not exist: x');
      expect(await contentOf(tool, { pattern: '' })).toBe(
        `${tool.name} requires a non-empty "pattern" string.`,
      );
    }
  });
});

describe('a search', () => {
  it.each([
    ['UTF-16', Buffer.from('\ufeffone\r\nn\u00e9edle\r\n', 'utf16le')],
    ['UTF-16, the other way', Buffer.from('\ufeffone\nn\u00e9edle', 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from('one\r\nn\u00e9edle\r\n', 'utf16le')],
    ['Latin-1', Buffer.from('one\nn\u00e9edle\n', 'latin1')],
  ])('reads %s', async (_what, bytes) => {
    await put('a.txt', bytes);
    expect(await grep({ pattern: '^n.edle$' })).toBe('a.txt:2: n\u00e9edle');
    expect(await contentOf(searchFilesTool, { pattern: 'n\u00e9' })).toBe('a.txt:2: n\u00e9edle');
  });

  it('finds the beginning behind a byte order mark, and the end before a carriage return', async () => {
    await put('a.txt', '\ufeffneedle\r\nneedle\r\n');
    await put('b.txt', '\ufeffneedle');
    expect(await grep({ pattern: '^needle$' })).toBe(
      'a.txt:1: needle\na.txt:2: needle\nb.txt:1: needle',
    );
  });

  it('looks into large files, with the lines around matches wherever they are', async () => {
    const lines = Array.from({ length: 200_000 }, (_, n) => `row ${n + 1} ${'z'.repeat(10)}`);
    for (const line of [1, 60_000, 123_456, 200_000]) lines[line - 1] = `needle ${line}`;
    await put('large.log', lines.join('\n'));
    expect(await contentOf(searchFilesTool, { pattern: '^needle' })).toBe(
      [1, 60_000, 123_456, 200_000].map((n) => `large.log:${n}: needle ${n}`).join('\n'),
    );
    const blocks = (await grep({ pattern: '^needle', context: 2 })).split('\n--\n');
    expect(blocks).toHaveLength(4);
    expect(blocks[2]?.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'large.log-123454-',
      'large.log-123455-',
      'large.log:123456:',
      'large.log-123457-',
      'large.log-123458-',
    ]);
    expect(await grep({ pattern: '^needle', filesOnly: true })).toBe('large.log');
    // All offsets, so that piece borders are included.
    for (const offset of [40_000, 43_000, 46_000].map((n) => n % 10_000)) {
      const page = await grep({ pattern: '^row', context: 1, limit: 3, offset });
      expect(page).toContain(`large.log:${offset + 2}: row ${offset + 2} `);
    }
  });

  it('takes a file as its path, whatever leaves it out otherwise', async () => {
    await put('src/a.ts', 'needle\n');
    await put('src/b.ts', 'needle\n');
    await put('.gitignore', '*.log\n');
    await put('node_modules/x/index.js', 'needle\n');
    await put('a.log', 'needle\n');
    for (const file of ['src/a.ts', 'node_modules/x/index.js', 'a.log']) {
      expect(await grep({ pattern: 'needle', path: file })).toBe(`${file}:1: needle`);
      expect(await contentOf(searchFilesTool, { pattern: 'needle', path: file })).toBe(
        `${file}:1: needle`,
      );
    }
  });

  it('counts and names the files that it does not search', async () => {
    await put('a.txt', 'needle\n');
    for (const name of ['a.png', 'b.zip', 'c.o', 'd.so']) await put(name, 'needle\0\x01');
    await put('e.img');
    await truncate(at('w', 'e.img'), 65 * 1024 * 1024);
    expect(await grep({ pattern: 'needle' })).toBe(
      'a.txt:1: needle\n(5 file(s) not searched: a.png (binary), b.zip (binary), c.o (binary) and 2 more)',
    );
    expect(await grep({ pattern: 'needle', include: 'e.*' })).toBe(
      'No matches for /needle/ (scanned 0 files).\n(1 file(s) not searched: e.img (too large))',
    );
    expect(await grep({ pattern: 'needle', path: 'c.o' })).toContain('c.o (binary)');
    expect(await grep({ pattern: 'needle', include: '*.txt' })).toBe('a.txt:1: needle');
  });

  it('says what it did not look at where it found nothing', async () => {
    await put('node_modules/x/index.js', 'needle\n');
    await put('dist/out.js', 'needle\n');
    await put('.env', 'needle\n');
    await put('.gitignore', 'dist/\n.env\n');
    await symlink('/etc', at('w', 'way'));
    const said = [
      '(not looked at: ignored: .env, dist/; never walked: node_modules/',
      '; links, which are not followed: way; name one as path to look there)',
    ].join('');
    expect(await grep({ pattern: 'needle' })).toBe(
      `No matches for /needle/ (scanned 1 files).\n${said}`,
    );
    expect(await contentOf(globTool, { pattern: '*.js' })).toBe(`No files match *.js.\n${said}`);
    expect(await grep({ pattern: 'dist' })).toBe('.gitignore:1: dist/');
    expect(await grep({ pattern: 'needle', path: 'node_modules' })).toContain('index.js:1: needle');
    await rm(at('w', 'way'));
    await rm(at('w', 'node_modules'), { recursive: true });
    await put('.gitignore', '*\n');
    expect(await contentOf(listDirTool, {})).toContain('(not looked at: ignored: ');
  });

  it('says what may be wrong with a pattern of file names, or refuses it', async () => {
    await put('src/a.ts', 'needle\n');
    expect(await contentOf(globTool, { pattern: '*.{ts,tsx' })).toBe(
      'No files match *.{ts,tsx. The { is never closed, so it was taken for itself.',
    );
    expect(await grep({ pattern: 'needle', include: 'src/!(b).ts' })).toContain('not supported');
    expect(await grep({ pattern: 'needle', exclude: '{1..1000}' })).toContain('not supported');
    expect(await contentOf(globTool, { pattern: at('w', 'src', '*.{ts,js}') })).toBe('src/a.ts');
    expect(await grep({ pattern: 'needle', include: at('w', 'src/') })).toBe('src/a.ts:1: needle');
  });

  it.each([
    ['far into a line', 'x'.repeat(5000), 'y'.repeat(5000), /^a\.js:1: \u2026x+needley+\u2026$/],
    ['at the end', 'x'.repeat(5000), '', /^a\.js:1: \u2026x+needle$/],
    ['near the beginning', 'x'.repeat(50), 'y'.repeat(5000), /^a\.js:1: x{50}needley+\u2026$/],
    [
      'among pairs',
      '\u{1f600}'.repeat(900),
      '\u{1f600}'.repeat(900),
      /^a\.js:1: \u2026\P{Cs}+needle\P{Cs}+\u2026$/u,
    ],
    [
      'among what is spelled',
      '\u200b'.repeat(900),
      '\u200b'.repeat(900),
      /^a\.js:1: \u2026.*needle.*\u2026$/,
    ],
  ])('shows a match %s with what is around it', async (_what, before, after, shown) => {
    await put('a.js', `${before}needle${after}\n`);
    const content = await grep({ pattern: 'needle' });
    expect(content).toMatch(shown);
    expect(content.length).toBeLessThan(340);
  });

  it('shows several matches of a long line', async () => {
    const far = 'x'.repeat(2000);
    await put('a.js', `${far}needle1${far}needle2 needle3${far}needle4${far}needle5${far}`);
    const content = await grep({ pattern: 'needle\\d' });
    expect(content).toMatch(
      /^a\.js:1: \u2026x+needle1x+\u2026x+needle2 needle3x+\u2026x+needle4x+\u2026$/,
    );
  });

  it('spells names and lines, and takes the names as it spells them', async () => {
    await put('a\u200eb/c\u{e0041}.txt', 'one\x1b[1mneedle\r\u2060two\n');
    const name = 'a\\u{200e}b/c\\u{e0041}.txt';
    const line = `${name}:1: one\\u{1b}[1mneedle\\u{d}\\u{2060}two`;
    expect(await grep({ pattern: 'needle' })).toBe(line);
    expect(await contentOf(globTool, { pattern: '*.txt' })).toBe(name);
    expect(await contentOf(globTool, { pattern: 'a\\u{200e}*/*.{txt,md}' })).toBe(name);
    expect(await contentOf(listDirTool, {})).toBe('a\\u{200e}b/\n  c\\u{e0041}.txt');
    expect(await grep({ pattern: 'needle', path: name })).toBe(line);
    expect(await contentOf(listDirTool, { path: 'a\\u{200e}b' })).toBe('c\\u{e0041}.txt');
    // ripgrep accepts a spelling as an expression for the character.
    expect(await grep({ pattern: 'needle\\u{d}\\u{2060}two' })).toBe(line);
  });

  it('is not held up by a named pipe', async () => {
    execFileSync('mkfifo', [at('w', 'pipe')]);
    await put('a.txt', 'needle\n');
    expect(await grep({ pattern: 'needle' })).toBe('a.txt:1: needle');
  });
});
