import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fuzzCases } from '#test/support/held-loop.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import type { Tool, ToolArguments } from '../tool.js';
import { applyPatchTool } from './apply-patch.tool.js';
import { editFileTool } from './edit-file.tool.js';
import { FileViews } from './file-views.js';
import { readFileTool } from './read-file.tool.js';
import { writeFileTool } from './write-file.tool.js';

const at = temporaryDirectory();
const names = ['a.txt', 'b.txt', 'c.txt'];
const placesInFile = 40;

/** A writer's next change in some files. */
const operation = fc.record({
  tool: fc.constantFrom('edit', 'patch', 'append', 'read'),
  files: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
});
const writers = fc.array(fc.array(operation, { minLength: 1, maxLength: 5 }), {
  minLength: 2,
  maxLength: 6,
});

type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

function callOf({ tool, files }: Operation, number: number): readonly [Tool, ToolArguments] {
  const [path] = files;
  const [place, mark] = [`<place ${number}>`, `<mark ${number}>`];
  if (tool === 'read') return [readFileTool, { path }];
  if (tool === 'append') return [writeFileTool, { path, content: `${mark}\n`, append: true }];
  if (tool === 'edit') return [editFileTool, { path, oldString: place, newString: mark }];
  const parts = files.map(
    (file) => `*** Update File: ${file}\n*** Find:\n${place}\n*** Replace:\n${mark}`,
  );
  return [applyPatchTool, { patch: parts.join('\n') }];
}

describe('several writers at once', () => {
  it(
    'find in the files every change that was reported, and no other',
    async () => {
      await fc.assert(
        fc.asyncProperty(writers, async (plans) => {
          await rm(at('w'), { recursive: true, force: true });
          await mkdir(at('w'));
          const places = Array.from({ length: placesInFile }, (_, index) => `<place ${index}>\n`);
          for (const name of names) await writeFile(at('w', name), places.join(''));
          const expected = new Map<string, string[]>(names.map((name) => [name, []]));
          let next = 0;
          await Promise.all(
            plans.map(async (plan) => {
              const context = fakeContext({ workspaceRoot: at('w'), views: new FileViews() });
              for (const one of plan) {
                const number = next++;
                const [tool, args] = callOf(one, number);
                const { ok } = await tool.run(args, context);
                if (!ok || one.tool === 'read') continue;
                const changed = one.tool === 'patch' ? one.files : one.files.slice(0, 1);
                for (const file of changed) expected.get(file)?.push(`<mark ${number}>`);
              }
            }),
          );
          for (const name of names) {
            const text = await readFile(at('w', name), 'utf8');
            expect((text.match(/<mark \d+>/g) ?? []).toSorted()).toEqual(
              expected.get(name)?.toSorted(),
            );
          }
        }),
        { numRuns: fuzzCases(0.01) },
      );
    },
    60_000 + fuzzCases(20),
  );
});
