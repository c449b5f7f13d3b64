import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chmod, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import type { ToolResult } from '../tool.js';
import { applyPatchTool } from './apply-patch.tool.js';

const at = temporaryDirectory();

beforeEach(async () => {
  await rm(at('w'), { recursive: true, force: true });
  await mkdir(at('w', 'src'), { recursive: true });
  await writeFile(at('w', 'src', 'a.ts'), 'one\ntwo\nthree\n');
  await writeFile(at('w', 'b.md'), 'alpha\nbeta\n');
});

const apply = (...lines: readonly string[]): Promise<ToolResult> =>
  applyPatchTool.run({ patch: lines.join('\n') }, fakeContext({ workspaceRoot: at('w') }));

const file = (name: string): Promise<string> => readFile(at('w', name), 'utf8');

const untouched = async (): Promise<void> => {
  expect(await file('src/a.ts')).toBe('one\ntwo\nthree\n');
  expect(await file('b.md')).toBe('alpha\nbeta\n');
};

describe('apply_patch', () => {
  it('changes several places of several files and tells where', async () => {
    const result = await apply(
      '*** Begin Patch',
      '*** Update File: src/a.ts',
      '*** Find:',
      'one',
      '*** Replace:',
      'ONE',
      'and a half $&',
      '*** Find:',
      'three',
      '*** Replace:',
      '3',
      '*** Update File: b.md',
      '*** Find:',
      'alpha',
      'beta',
      '*** Replace:',
      '*** End Patch',
      '',
    );
    expect(result).toEqual({
      ok: true,
      content: 'Applied 3 edit(s) to 2 file(s):\nsrc/a.ts:1\nsrc/a.ts:4\nb.md:1',
      preview: 'Applied 3 edit(s) to 2 file(s):',
      affectsPaths: ['src/a.ts', 'b.md'],
    });
    expect(await file('src/a.ts')).toBe('ONE\nand a half $&\ntwo\n3\n');
    expect(await file('b.md')).toBe('\n');
  });

  it('keeps the line ends of a file', async () => {
    await writeFile(at('w', 'b.md'), 'alpha\r\nbeta\r\ngamma\r\n');
    const { ok } = await apply(
      '*** Update File: b.md',
      '*** Find:',
      'alpha',
      'beta',
      '*** Replace:',
      'a',
      'b',
      'c',
      '*** Find:',
      'gamma',
      '*** Replace:',
      'g',
    );
    expect(ok).toBe(true);
    expect(await file('b.md')).toBe('a\r\nb\r\nc\r\ng\r\n');
  });

  it('does without Begin and End, and takes Windows line ends', async () => {
    await apply(
      '*** Update File: b.md\r',
      '*** Find:\r',
      'beta\r',
      '*** Replace:\r',
      'gamma\r',
      '',
    );
    expect(await file('b.md')).toBe('alpha\ngamma\n');
  });

  it('knows a file by any spelling of its path', async () => {
    const result = await apply(
      ...['*** Update File: ./b.md', '*** Find:', 'alpha', '*** Replace:', 'A'],
      ...['*** Update File: src/../b.md', '*** Find:', 'beta', '*** Replace:', 'B'],
    );
    expect(result.content).toBe('Applied 2 edit(s) to 1 file(s):\nb.md:1\nb.md:2');
    expect(await file('b.md')).toBe('A\nB\n');
  });

  it('writes nothing when one edit does not fit, and lists everything that is wrong', async () => {
    const result = await apply(
      ...['*** Update File: src/a.ts', '*** Find:', 'one', '*** Replace:', 'ONE'],
      ...['*** Find:', 'o', '*** Replace:', '0'],
      ...['*** Find:', 'four', '*** Replace:', '4'],
      ...['*** Update File: missing.ts', '*** Find:', 'x', '*** Replace:', 'y'],
      ...['*** Update File: ../outside.ts', '*** Find:', 'x', '*** Replace:', 'y'],
      ...['*** Update File: .git/config', '*** Find:', 'x', '*** Replace:', 'y'],
    );
    expect(result.ok).toBe(false);
    expect(result.content.split('\n')).toEqual([
      'The patch was not applied; nothing was written.',
      expect.stringContaining('escapes the workspace root'),
      expect.stringContaining('belongs to git'),
      '- src/a.ts: "o" occurs 2 times; it must occur exactly once.',
      '- src/a.ts: "four" occurs 0 times; it must occur exactly once.',
      '- File does not exist: missing.ts',
    ]);
    await untouched();
  });

  it('does not let an edit find what another one wrote, or miss what another one took', async () => {
    const chained = await apply(
      ...['*** Update File: b.md', '*** Find:', 'alpha', '*** Replace:', 'delta'],
      ...['*** Find:', 'delta', '*** Replace:', 'x'],
    );
    expect(chained.content).toContain('b.md: "delta" occurs 0 times');
    const overlapping = await apply(
      ...['*** Update File: b.md', '*** Find:', 'alpha\nbeta', '*** Replace:', 'x'],
      ...['*** Find:', 'beta', '*** Replace:', 'y'],
    );
    expect(overlapping.content).toContain(
      'no longer occurs exactly once after the edits before it',
    );
    await untouched();
  });

  it.each([
    ['an empty Find', ['*** Update File: b.md', '*** Find:', '*** Replace:', 'x'], 'is empty'],
    ['a Find before a file', ['*** Find:', 'x', '*** Replace:', 'y'], 'before any file'],
    ['a Replace without Find', ['*** Update File: b.md', '*** Replace:', 'x'], 'has no Find block'],
    [
      'a Find without Replace',
      ['*** Update File: b.md', '*** Find:', 'alpha'],
      'has no Replace block',
    ],
    [
      'a stray line',
      ['*** Update File: b.md', '@@ -1 +1 @@'],
      'Line 2 stands outside any block: "@@ -1 +1 @@".',
    ],
    ['no file', ['*** Begin Patch', '*** End Patch'], 'no "*** Update File: <path>" line'],
    ['no edit', ['*** Update File: b.md'], 'no Find and Replace block'],
    [
      'a file without path',
      ['*** Update File:', '*** Find:', 'x', '*** Replace:', 'y'],
      'names no path',
    ],
  ])('refuses %s', async (_what, lines, reason) => {
    const result = await apply(...lines);
    expect(result.ok).toBe(false);
    expect(result.content).toContain(reason);
    await untouched();
  });

  it('refuses more than twenty edits, and a patch that is blank', async () => {
    const edit = ['*** Find:', 'alpha', '*** Replace:', 'x'];
    const many = await apply(
      '*** Update File: b.md',
      ...Array.from({ length: 21 }, () => edit).flat(),
    );
    expect(many.content).toContain('The patch has 21 edits; at most 20');
    expect((await apply(' ')).content).toBe('apply_patch requires a non-empty "patch" string.');
  });

  it('puts back what it wrote when a later file cannot be written', async () => {
    const locked = at('w', 'locked');
    await mkdir(locked);
    await writeFile(`${locked}/c.md`, 'gamma\n');
    // A draft in this directory cannot be written, so the second file fails.
    await chmod(locked, 0o555);
    const result = await apply(
      ...['*** Update File: b.md', '*** Find:', 'alpha', '*** Replace:', 'x'],
      ...['*** Update File: locked/c.md', '*** Find:', 'gamma', '*** Replace:', 'y'],
    );
    await chmod(locked, 0o755);
    // The superuser may write everywhere, so then both files are written.
    expect([await file('b.md'), await file('locked/c.md')]).toEqual(
      result.ok ? ['x\nbeta\n', 'y\n'] : ['alpha\nbeta\n', 'gamma\n'],
    );
  });

  it('changes only what a valid patch names, whatever is generated', async () => {
    const line = fc.constantFrom(
      ...['*** Begin Patch', '*** End Patch', '*** Update File: b.md', '*** Update File: src/a.ts'],
      ...['*** Update File: ../x', '*** Find:', '*** Replace:', 'alpha', 'beta', 'one', 'two', ''],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
        await writeFile(at('w', 'src', 'a.ts'), 'one\ntwo\nthree\n');
        await writeFile(at('w', 'b.md'), 'alpha\nbeta\n');
        const result = await apply(...lines);
        if (!result.ok) await untouched();
        else expect(result.affectsPaths?.length).toBeGreaterThan(0);
        expect((await readdir(at('w'))).sort()).toEqual(['b.md', 'src', ...(await extra())].sort());
        expect(await readdir(at())).toEqual(['w']);
      }),
    );
  });
});

/** Files left by other examples; none may be a draft. */
async function extra(): Promise<readonly string[]> {
  return (await readdir(at('w'))).filter((name) => name === 'locked');
}
