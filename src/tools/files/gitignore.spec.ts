import { beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
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

async function put(file: string, content: string | Buffer = 'needle\n'): Promise<void> {
  await mkdir(path.dirname(at('w', file)), { recursive: true });
  await writeFile(at('w', file), content);
}

const contentOf = async (tool: Tool, args: ToolArguments): Promise<string> =>
  (await tool.run(args, fakeContext({ workspaceRoot: at('w') }))).content;

const found = async (directory = '.'): Promise<string[]> =>
  (await contentOf(grepTool, { pattern: 'needle', filesOnly: true, path: directory })).split('\n');

describe('.gitignore', () => {
  it('is kept by searches and listings, nested and negated', async () => {
    for (const file of ['a.log', 'a.txt', 'build/x', 'sub/b.log', 'sub/keep.log', 'sub/build/y']) {
      await put(file);
    }
    await put('.gitignore', '# generated\n*.log\nbuild/\n');
    await put('sub/.gitignore', '!keep.log\r\n!build/\r\n');
    expect(await found()).toEqual(['a.txt', 'sub/build/y', 'sub/keep.log']);
    expect(await contentOf(searchFilesTool, { pattern: 'needle' })).toBe(
      'a.txt:1: needle\nsub/build/y:1: needle\nsub/keep.log:1: needle',
    );
    expect(await contentOf(globTool, { pattern: '*.log' })).toBe('sub/keep.log');
    expect(await contentOf(listDirTool, {})).toBe(
      ['sub/', '  build/', '    y', '  .gitignore', '  keep.log', '.gitignore', 'a.txt'].join('\n'),
    );
  });

  it('holds from above for a directory below, which is looked into when it is named', async () => {
    await put('.gitignore', '/dist/\n*.log\n');
    for (const file of ['dist/out.log', 'dist/out.js', 'src/a.log', 'src/a.js']) await put(file);
    expect(await found('src')).toEqual(['src/a.js']);
    expect(await contentOf(listDirTool, { path: 'src' })).toBe('a.js');
    expect(await found('dist')).toEqual(['dist/out.js', 'dist/out.log']);
    expect(await contentOf(listDirTool, { path: 'dist' })).toBe('out.js\nout.log');
  });

  it('says nothing when it is a link, a directory, too large or no text', async () => {
    await writeFile(at('rules'), '*\n');
    for (const directory of ['link', 'endless', 'folder', 'large', 'binary']) {
      await put(`${directory}/a`);
    }
    await symlink(at('rules'), at('w', 'link', '.gitignore'));
    await symlink('/dev/zero', at('w', 'endless', '.gitignore'));
    await mkdir(at('w', 'folder', '.gitignore'));
    await put('large/.gitignore', '*\n'.repeat(40_000));
    await put('binary/.gitignore', '*\n\0');
    expect(await found()).toEqual([
      'binary/a',
      'endless/a',
      'folder/a',
      'large/a',
      'link/a',
      '(1 file(s) not searched: binary/.gitignore (binary))',
    ]);
  });

  it('is the only file that steers a search', async () => {
    await put('a.txt');
    await put('.ignore', '*\n');
    await put('.rgignore', '*\n');
    await put('.ripgreprc', '--pre=./run.sh\n--ignore-case\n');
    await put('run.sh', '#!/bin/sh\ntouch ran\n');
    await writeFile(at('.gitignore'), '*\n');
    process.env['RIPGREP_CONFIG_PATH'] = at('w', '.ripgreprc');
    try {
      expect(await found()).toEqual(['a.txt']);
      expect(await contentOf(grepTool, { pattern: 'NEEDLE' })).toContain('No matches');
      expect(await contentOf(globTool, { pattern: 'ran' })).toBe('No files match ran.');
    } finally {
      delete process.env['RIPGREP_CONFIG_PATH'];
    }
  });

  it('overrules what the repository excludes, which is left out otherwise', async () => {
    for (const file of ['a.log', 'b.tmp', 'sub/a.log', 'sub/keep.log']) await put(file);
    await put('.git/info/exclude', '# mine\n*.log\n/b.tmp\n');
    await put('sub/.gitignore', '!keep.log\n');
    expect(await found()).toEqual(['sub/keep.log']);
    expect(await found('sub')).toEqual(['sub/keep.log']);
    expect(await contentOf(listDirTool, {})).toBe('.git/\nsub/\n  .gitignore\n  keep.log');
    await rm(at('w', '.git'), { recursive: true });
    await symlink(at('w', 'sub'), at('w', '.git'));
    expect((await found()).length).toBe(4);
  });

  it('ignores rules made for catastrophic backtracking', async () => {
    const deep = 'a/'.repeat(90);
    await put(`${deep}c`);
    await put(
      '.gitignore',
      `${'**/a/'.repeat(15)}b\n${'a/**/'.repeat(15)}b\n${'*a'.repeat(16)}b\n`,
    );
    const started = process.cpuUsage().user;
    expect(await found()).toEqual([`${deep}c`]);
    expect(process.cpuUsage().user - started).toBeLessThan(5_000_000);
  });

  it('knows `**` for a whole part at the beginning of a pattern and before an escaped slash', async () => {
    for (const file of ['a', 'b.c', 'x/a', 'x/b.c']) await put(file);
    await put('.gitignore', '/**\n![[:alpha:]]');
    expect(await found()).toEqual(['a', 'x/a']);
    await put('.gitignore', '**\\/a');
    expect(await found()).toEqual(['a', 'b.c', 'x/b.c']);
  });

  it('leaves out what git leaves out', async () => {
    const paths = [
      'a',
      'b.c',
      'x/a',
      'x/b.c',
      'x/y/a',
      'x/y/b.c',
      'x/y/z/a',
      'y/x/a',
      'y/a b',
      '-a',
    ];
    for (const file of paths) await put(file);
    execFileSync('git', ['init', '-q'], { cwd: at('w') });
    const line = fc
      .string({
        unit: fc.constantFrom(
          ...['a', 'b', 'c', 'x', 'y', 'z', '/', '/', '*', '**', '**/', '/**', '?', '.', ' ', '\\'],
          ...['!', '[a-b]', '[!x]', '[^a]', '[]x]', '[[:alpha:]]', '[', '-', '#'],
        ),
        minLength: 1,
        maxLength: 5,
      })
      // After a literal beginning git lets `**` span parts, contrary to its manual.
      .filter((text) => !/(?<!^!)(?<=[^/*])\*\*/.test(text));
    const rules = fc.array(line, { maxLength: 4 }).map((lines) => lines.join('\n'));
    const list = ['-c', 'core.excludesFile=', 'ls-files', '-z', '--others', '--exclude-standard'];
    await fc.assert(
      fc.asyncProperty(rules, rules, rules, async (top, nested, exclude) => {
        await put('.git/info/exclude', exclude);
        await put('.gitignore', top);
        await put('x/.gitignore', nested);
        const reported = execFileSync('git', list, { cwd: at('w'), encoding: 'utf8' });
        const ours = await contentOf(globTool, { pattern: '**' });
        const shown = ours.startsWith('No files') ? [] : ours.split('\n');
        expect(shown.sort()).toEqual(reported.split('\0').filter(Boolean).sort());
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});

describe('searches of odd files', () => {
  it('name files whatever they are called', async () => {
    await put('-e');
    await put('--pre=x');
    await put('new\nline');
    expect(await contentOf(searchFilesTool, { pattern: 'needle' })).toBe(
      '--pre=x:1: needle\n-e:1: needle\nnew\\u{a}line:1: needle',
    );
  });

  it('give lines without their ends, and no binary files', async () => {
    await put('dos.txt', 'one\r\nneedle\r\nthree');
    await put('image.bin', 'needle\0');
    await put('late.bin', Buffer.concat([Buffer.alloc(8000, '\n'), Buffer.from('\0needle\n')]));
    await put('latin.txt', Buffer.from([0xe9, 0x0a, ...Buffer.from('needle')]));
    const matches = await contentOf(grepTool, { pattern: 'needle$', context: 1 });
    expect(matches).toContain('dos.txt-1- one\ndos.txt:2: needle\ndos.txt-3- three\n--\n');
    expect(matches).toContain('latin.txt:2: needle');
    expect(matches).toContain('late.bin:8001:');
    expect(matches).not.toContain('image.bin:');
    expect(matches).toContain('(1 file(s) not searched: image.bin (binary))');
  });

  it('do not follow links out of the workspace', async () => {
    await mkdir(at('outside'), { recursive: true });
    await writeFile(at('outside', 'secret.txt'), 'needle\n');
    await put('a.txt');
    await symlink(at('outside'), at('w', 'way'));
    await symlink(at('outside', 'secret.txt'), at('w', 'file'));
    expect(await found()).toEqual(['a.txt']);
    expect(await contentOf(globTool, { pattern: '*' })).toBe('a.txt');
    expect(await contentOf(grepTool, { pattern: 'needle', path: 'way' })).toContain(
      'it escapes the workspace root',
    );
  });

  it('find the same in many files as in one', async () => {
    const text = `${'x'.repeat(1000)}\n`.repeat(900);
    for (const name of ['1', '2', '3', '4', '5', '6', '7'])
      await put(name, `${text}needle ${name}\n`);
    const lines = (await contentOf(grepTool, { pattern: '^needle' })).split('\n');
    expect(lines).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `${n}:901: needle ${n}`));
    expect(await contentOf(grepTool, { pattern: '^needle', limit: 6 })).toBe(
      [...lines.slice(0, 6), '(truncated at 6 matches)', '(continue with offset 6)'].join('\n'),
    );
  });
});
