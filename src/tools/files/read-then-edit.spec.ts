import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFile, writeFile } from 'node:fs/promises';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import { editFileTool } from './edit-file.tool.js';
import { readFileTool } from './read-file.tool.js';

const at = temporaryDirectory();

it('law: a line as read_file shows it is found by edit_file, and replaced by itself changes nothing', async () => {
  const unit = fc.constantFrom(
    ...['a', ' ', '\t', '\r', '\u200d', '\u2060', '\x1b', '\u{e0041}', '\x85', '\u00a0'],
    ...['\\u{200d}', '\\', '{', 'é', 'e\u0301', '\u{1f600}', '\ufeff'],
  );
  const line = fc.string({ unit, minLength: 1, maxLength: 12 });
  const file = fc.record({
    lines: fc.uniqueArray(line, { minLength: 1, maxLength: 5 }),
    end: fc.constantFrom('\n', '\r\n'),
  });
  await fc.assert(
    fc.asyncProperty(file, async ({ lines, end }) => {
      const text = lines.map((one, index) => `${index}:${one}.${end}`).join('');
      await writeFile(at('file'), text);
      const context = fakeContext({ workspaceRoot: at() });
      const { content } = await readFileTool.run({ path: 'file' }, context);
      for (const numbered of content.split('\n')) {
        const shown = numbered.slice('   1| '.length);
        const edit = { path: 'file', oldString: shown, newString: shown };
        expect(await editFileTool.run(edit, context)).toMatchObject({ ok: true });
        expect(await readFile(at('file'), 'utf8')).toBe(text);
      }
    }),
    { numRuns: 100 },
  );
});
