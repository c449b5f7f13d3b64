import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { csvTable } from './csv-table.js';
import { daysUntil } from './days-until.js';
import type { ExampleProject, Replacement } from './example-project.js';

/** The project's files after its first edits. */
function filesAfter({ files }: ExampleProject, edits: readonly Replacement[]): [string, string][] {
  return files.map(({ path, content }) => [
    path,
    edits
      .filter((edit) => edit.path === path)
      .reduce((text, { oldString, newString }) => {
        expect(text.split(oldString)).toHaveLength(2);
        return text.replace(oldString, () => newString);
      }, content),
  ]);
}

describe.each([
  ['csv-table', csvTable],
  ['days-until', daysUntil],
])('the example %s', (_name, project) => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'office-example-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Exit code of the project's command after some edits. */
  function verify(edits: readonly Replacement[]): number | null {
    for (const [path, content] of filesAfter(project, edits)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const [program = '', ...args] = project.command.split(' ');
    // Without the flags of the runner of this test.
    const { NODE_OPTIONS: _flags, NODE_TEST_CONTEXT: _context, ...env } = process.env;
    return spawnSync(program, args, { cwd: folder, env }).status;
  }

  it('has a first version that passes its own tests', () => {
    expect(verify([])).toBe(0);
  });

  it('has the fault that its reviewer tells of', () => {
    expect(verify([project.mend.test])).toBe(1);
  });

  it('is mended by its edit', () => {
    expect(verify([project.mend.test, project.mend.program])).toBe(0);
  });
});
