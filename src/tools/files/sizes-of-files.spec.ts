import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { limits } from '../../protocol/limits.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import type { Tool, ToolArguments } from '../tool.js';
import { applyPatchTool } from './apply-patch.tool.js';
import { editFileTool } from './edit-file.tool.js';
import { globTool } from './glob.tool.js';
import { grepTool } from './grep.tool.js';
import { listDirTool } from './list-dir.tool.js';
import { readFileTool } from './read-file.tool.js';
import { searchFilesTool } from './search-files.tool.js';
import { writeFileTool } from './write-file.tool.js';

const at = temporaryDirectory();
const path = 'a.txt';
const mostBytes = 16 * 1024 * 1024;
const refusal = toolTexts.resultTooLarge(path, mostBytes);

beforeEach(async () => {
  await rm(at('w'), { recursive: true, force: true });
  await mkdir(at('w'));
});

const say = (tool: Tool, args: ToolArguments): Promise<string> =>
  tool.run(args, fakeContext({ workspaceRoot: at('w') })).then(({ content }) => content, messageOf);
const size = async (): Promise<number> => (await stat(at('w', path))).size;

const word = fc
  .constantFrom('a', 'b', 'ab', '\r\n', 'ä', '\u200b')
  .chain((unit) => fc.constantFrom(1, 7, 1000).map((times) => unit.repeat(times)));
const calls = fc.oneof(
  fc
    .record({ content: word, append: fc.boolean() })
    .map((args) => [writeFileTool, { path, ...args }] as const),
  fc
    .record({ oldString: word, newString: word, replaceAll: fc.constant(true) })
    .map((args) => [editFileTool, { path, ...args }] as const),
  fc
    .tuple(word, word)
    .map(
      ([find, replace]) =>
        [
          applyPatchTool,
          { patch: `*** Update File: ${path}\n*** Find:\n${find}\n*** Replace:\n${replace}` },
        ] as const,
    ),
);

describe('the size of a file that tools write', () => {
  it('ends where tools could no longer change it, whatever they are asked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(calls, { minLength: 3, maxLength: 8 }), async (asked) => {
        await writeFile(at('w', path), 'ab\r\n'.repeat(50));
        for (const [tool, args] of asked) {
          const before = await size();
          const said = await say(tool, args);
          expect(await size()).toBeLessThanOrEqual(mostBytes);
          if (said.includes(refusal)) expect(await size()).toBe(before);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('does not grow a thousandfold with each call', async () => {
    await say(writeFileTool, { path, content: 'a'.repeat(1000) });
    const args = { path, oldString: 'a', newString: 'a'.repeat(1000), replaceAll: true };
    expect(await say(editFileTool, args)).toContain('replaced 1000');
    const many = { ...args, oldString: 'a'.repeat(10), newString: 'a'.repeat(1000) };
    expect(await say(editFileTool, many)).toBe(refusal);
    expect(await size()).toBe(1_000_000);
  });

  it('is that of its encoding', async () => {
    await writeFile(at('w', path), `\ufeff${'ab'.repeat(4_000_000)}`, 'utf16le');
    const more = { path, content: 'c'.repeat(1_000_000), append: true };
    expect(await say(writeFileTool, more)).toBe(refusal);
  });
});

it('what the tools tell of a file of one letter is bounded as well', async () => {
  await writeFile(at('w', path), 'a'.repeat(8_000_000));
  await writeFile(at('w', 'b.txt'), 'a\n'.repeat(2_000_000));
  const asked: readonly (readonly [Tool, ToolArguments])[] = [
    [readFileTool, { path }],
    [readFileTool, { path: 'b.txt' }],
    [grepTool, { pattern: 'a' }],
    [searchFilesTool, { pattern: 'a|b' }],
    [globTool, { pattern: '**' }],
    [listDirTool, {}],
    [editFileTool, { path, oldString: 'a', newString: 'b', replaceAll: true }],
  ];
  for (const [tool, args] of asked) {
    const said = await say(tool, args);
    expect(said.length).toBeLessThanOrEqual(limits.readResultCharacters + 1000);
  }
});
