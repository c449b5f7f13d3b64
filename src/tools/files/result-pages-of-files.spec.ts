import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import type { Tool, ToolArguments } from '../tool.js';
import { globTool } from './glob.tool.js';
import { grepTool } from './grep.tool.js';
import { listDirTool } from './list-dir.tool.js';
import { readFileTool } from './read-file.tool.js';
import { searchFilesTool } from './search-files.tool.js';

const at = temporaryDirectory();
/** With names this long they exceed one page. */
const files = 75;
const longName = 'n'.repeat(120);

beforeAll(async () => {
  await mkdir(at('many'));
  for (let index = 0; index < files; index += 1) {
    await writeFile(at('many', `${longName}${index}`), `found ${index} ${'x'.repeat(200)}\n`);
  }
  const wide = Array.from({ length: 300 }, (_, n) => `${n} ${'w'.repeat(90)}`);
  await writeFile(at('wide.txt'), wide.join('\n'));
  await writeFile(at('one-line.js'), `head\n${'abcdefghij'.repeat(5000)}\nlast`);
});

/** All pages of a tool's results. */
async function pages(tool: Tool, args: ToolArguments): Promise<string[]> {
  const read: string[] = [];
  for (let next: ToolArguments | null = {}; next !== null;) {
    const context = fakeContext({ workspaceRoot: at() });
    const { content } = await tool.run({ ...args, ...next }, context);
    expect(content.length).toBeLessThanOrEqual(tool.resultCharacters ?? 8000);
    read.push(content);
    const [, line, offset] =
      /continue with (?:startLine (\d+))?(?: and )?(?:offset (\d+))?\)$/.exec(content) ?? [];
    const cursor = {
      ...(line && { startLine: Number(line) }),
      ...(offset && { offset: Number(offset) }),
    };
    next = line || offset ? cursor : null;
  }
  return read;
}

const occurrences = (read: readonly string[], pattern: RegExp): Set<string> =>
  new Set(read.flatMap((content) => content.match(pattern) ?? []));

describe('results of file tools, page by page', () => {
  it.each([
    ['list_dir', listDirTool, { path: 'many' }],
    ['glob', globTool, { pattern: 'many/*' }],
    ['grep', grepTool, { pattern: 'found', path: 'many' }],
    ['grep with context', grepTool, { pattern: 'found', path: 'many', context: 2 }],
    ['grep of names', grepTool, { pattern: 'found', path: 'many', filesOnly: true }],
    ['search_files', searchFilesTool, { pattern: 'found', path: 'many' }],
  ])('%s shows everything', async (_name, tool, args) => {
    const read = await pages(tool, args);
    expect(read.length).toBeGreaterThan(1);
    expect(occurrences(read, /n{120}\d+/g).size).toBe(files);
  });

  it('read_file shows every line of a file of wide lines', async () => {
    const read = await pages(readFileTool, { path: 'wide.txt' });
    expect(occurrences(read, /\| \d+ w+/g).size).toBe(300);
  });

  it('read_file shows the whole of a line that is longer than a page', async () => {
    const read = await pages(readFileTool, { path: 'one-line.js', startLine: 2, endLine: 3 });
    const line = read.flatMap((content) => /^ {3}2\| (.*)$/m.exec(content)?.[1] ?? []);
    expect(line.join('')).toBe('abcdefghij'.repeat(5000));
    expect(read.at(-1)).toContain('   3| last');
  });

  it('list_dir begins a further page with the directories it is in', async () => {
    await mkdir(at('deep', 'a', 'b'), { recursive: true });
    for (let index = 0; index < 200; index += 1)
      await writeFile(at('deep', 'a', 'b', `f${index}`), '');
    const read = await pages(listDirTool, { path: 'deep' });
    expect(read[1]).toBe('a/\n  b/\n    f98\n    f99');
  });
});
