import { beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import type { Tool, ToolArguments, ToolResult } from '../tool.js';
import { editFileTool } from './edit-file.tool.js';
import { globTool } from './glob.tool.js';
import { listDirTool } from './list-dir.tool.js';
import { writeFileTool } from './write-file.tool.js';

const at = temporaryDirectory();

beforeEach(async () => {
  await rm(at('w'), { recursive: true, force: true });
  await mkdir(at('w'));
});

async function put(file: string, content: string | Buffer): Promise<void> {
  await mkdir(path.dirname(at('w', file)), { recursive: true });
  await writeFile(at('w', file), content);
}

const call = (tool: Tool, args: ToolArguments): Promise<ToolResult> =>
  tool.run(args, fakeContext({ workspaceRoot: at('w') }));

const contentOf = async (tool: Tool, args: ToolArguments): Promise<string> =>
  (await call(tool, args)).content;

/** The result of a change to one file. */
const changed = (file: string, content: string): ToolResult => ({
  ok: true,
  content,
  preview: content,
  affectsPaths: [file],
});

const textOf = (file: string): Promise<string> => readFile(at('w', file), 'utf8');

describe('list_dir', () => {
  it('shows a tree, directories first, in an order that does not depend on case', async () => {
    for (const file of ['b.txt', 'A.txt', 'src/z.ts', 'src/lib/y.ts', 'Docs/x.md']) {
      await put(file, '');
    }
    expect(await contentOf(listDirTool, {})).toBe(
      ['Docs/', '  x.md', 'src/', '  lib/', '    y.ts', '  z.ts', 'A.txt', 'b.txt'].join('\n'),
    );
  });

  it('names what it never walks, what is too deep, and links, without looking inside', async () => {
    await put('.git/config', '');
    await put('node_modules/x/index.js', '');
    await put('a/b/c/d/e/f/g.txt', '');
    await symlink('/etc', at('w', 'way'));
    expect(await contentOf(listDirTool, {})).toBe(
      [
        '.git/',
        'a/',
        '  b/',
        '    c/',
        '      d/',
        '        e/',
        '          …/',
        'node_modules/',
        'way (link, not followed)',
      ].join('\n'),
    );
  });

  it('stops at 200 entries and says so; says when there is nothing', async () => {
    expect(await contentOf(listDirTool, {})).toBe('(empty directory)');
    for (let index = 0; index < 201; index += 1) await put(`f${index}`, '');
    const lines = (await contentOf(listDirTool, {})).split('\n');
    expect(lines).toHaveLength(202);
    expect(lines.slice(-2)).toEqual(['(truncated at 200 entries)', '(continue with offset 200)']);
    expect(await contentOf(listDirTool, { offset: 200 })).toBe('f99');
    expect(await contentOf(listDirTool, { offset: 201 })).toBe('(nothing from offset 201 on)');
  });

  it('refuses what is no directory', async () => {
    await put('a.txt', '');
    expect(await contentOf(listDirTool, { path: 'x' })).toBe('Directory does not exist: x');
    expect(await contentOf(listDirTool, { path: 'a.txt' })).toContain('Not a directory: a.txt');
    expect(await contentOf(listDirTool, { path: '' })).toBe(
      'Path argument must be a non-empty string.',
    );
  });
});

describe('write_file', () => {
  it('writes, makes directories and tells what it touched', async () => {
    expect(await call(writeFileTool, { path: './a/b.txt', content: 'é\n' })).toEqual(
      changed('a/b.txt', 'Wrote a/b.txt (3 bytes, UTF-8).'),
    );
    expect(await textOf('a/b.txt')).toBe('é\n');
    expect(await contentOf(writeFileTool, { path: 'a/b.txt', content: '' })).toBe(
      'Wrote a/b.txt (0 bytes, UTF-8).',
    );
  });

  it('goes on behind what a file has, and refuses to where there is none', async () => {
    await put('long.txt', 'one\n');
    expect(await call(writeFileTool, { path: 'long.txt', content: 'é\n', append: true })).toEqual(
      changed('long.txt', 'Appended 3 bytes to long.txt (UTF-8).'),
    );
    expect(await textOf('long.txt')).toBe('one\né\n');
    expect(await contentOf(writeFileTool, { path: 'no.txt', content: 'x', append: true })).toBe(
      'File does not exist: no.txt',
    );
  });

  it('refuses what belongs to git and calls without content', async () => {
    expect(await contentOf(writeFileTool, { path: '.git/config', content: 'x' })).toBe(
      'Refusing to write ".git/config": the .git directory belongs to git.',
    );
    expect(await contentOf(writeFileTool, { path: 'a' })).toBe(
      'write_file requires a "content" string.',
    );
  });
});

describe('edit_file', () => {
  const edit = (args: ToolArguments) => call(editFileTool, { path: 'a.txt', ...args });
  const said = async (args: ToolArguments) => (await edit(args)).content;

  it('keeps the line ends of a file, whichever the model writes', async () => {
    await put('a.txt', 'one\r\ntwo\r\nthree\r\n');
    const { content } = await edit({ oldString: 'two\nthree', newString: '2\nand\n3' });
    expect(content).toBe('Edited a.txt: replaced 1 occurrence at line 2.');
    expect(await textOf('a.txt')).toBe('one\r\n2\r\nand\r\n3\r\n');
  });

  it('replaces one place, literally', async () => {
    await put('a.txt', 'one\ntwo $& three\n');
    expect(await edit({ oldString: 'two', newString: '$& $1 $$' })).toEqual(
      changed('a.txt', 'Edited a.txt: replaced 1 occurrence at line 2.'),
    );
    expect(await textOf('a.txt')).toBe('one\n$& $1 $$ $& three\n');
  });

  it('replaces every place when told to, and none when it is not clear which', async () => {
    await put('a.txt', 'x y x');
    expect(await said({ oldString: 'x', newString: 'z' })).toContain('occurs 2 times in a.txt');
    expect(await said({ oldString: 'q', newString: 'z' })).toContain('was not found in a.txt');
    expect(await textOf('a.txt')).toBe('x y x');
    expect(await said({ oldString: 'x', newString: '', replaceAll: true })).toBe(
      'Edited a.txt: replaced 2 occurrences.',
    );
    expect(await textOf('a.txt')).toBe(' y ');
  });

  it('keeps a byte order mark and Windows line ends', async () => {
    await put('a.txt', '\ufeffone\r\ntwo\r\n');
    await edit({ oldString: 'two', newString: '2' });
    expect(await textOf('a.txt')).toBe('\ufeffone\r\n2\r\n');
  });

  it('refuses files it cannot change safely', async () => {
    const change = { oldString: 'a', newString: 'b' };
    expect(await said(change)).toBe('File does not exist: a.txt');
    expect(await said({ ...change, path: '.' })).toContain('is a directory');
    await put('b.bin', Buffer.from([0x61, 0]));
    expect(await said({ ...change, path: 'b.bin' })).toContain('binary');
    await put('.git/config', 'a');
    expect(await said({ ...change, path: '.git/config' })).toContain('belongs to git');
    expect(await said({ oldString: '', newString: 'b' })).toBe(
      'edit_file requires a non-empty "oldString" string.',
    );
  });
});

describe('glob', () => {
  it('gives the newest first, then by name, and how many it left out', async () => {
    for (const [file, age] of [
      ['old.ts', 3],
      ['b.ts', 2],
      ['a.ts', 2],
      ['sub/new.ts', 1],
      ['x.md', 0],
    ] as const) {
      await put(file, '');
      await utimes(at('w', file), 0, 1_000_000 - age);
    }
    expect(await contentOf(globTool, { pattern: '*.ts' })).toBe('sub/new.ts\na.ts\nb.ts\nold.ts');
    expect(await contentOf(globTool, { pattern: '*.ts', limit: 3 })).toBe(
      'sub/new.ts\na.ts\nb.ts\n(1 more not shown)\n(continue with offset 3)',
    );
    expect(await contentOf(globTool, { pattern: '*', exclude: '*.ts' })).toBe('x.md');
    expect(await contentOf(globTool, { pattern: '*.ts', path: 'sub' })).toBe('sub/new.ts');
    const none = await call(globTool, { pattern: '*.py' });
    expect(none).toEqual({ ok: true, content: 'No files match *.py.' });
  });

  it('refuses a path that is missing or no directory', async () => {
    await put('a.txt', '');
    expect(await contentOf(globTool, { pattern: '*', path: 'x' })).toBe('Path does not exist: x');
    expect(await contentOf(globTool, { pattern: '*', path: 'a.txt' })).toBe(
      'Not a directory: a.txt is a file.',
    );
    expect(await contentOf(globTool, {})).toBe('glob requires a non-empty "pattern" string.');
  });
});
