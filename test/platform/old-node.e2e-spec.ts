import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { runtimeProblem } from '../../src/platform/process/runtime-problem.js';
import { processTexts } from '../../src/protocol/texts/process.js';
import { repositoryRoot, runProgram } from '../support/run-program.js';

/** Every Node in PATH that the service does not run on, with its version. */
const oldNodes = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .filter((path) => existsSync(path))
  .map((path) => ({
    path,
    version: execFileSync(path, ['--version'], { encoding: 'utf8' }).trim(),
  }))
  .filter(({ version }) => runtimeProblem(version) !== null);

describe('a Node that is too old', () => {
  it('could load all that dist/main.js imports before it looks at the version', async () => {
    const text = await readFile(join(repositoryRoot, 'dist/main.js'), 'utf8');
    const named = [...text.matchAll(/^import \{([^}]+)\} from "node:(\w+)"/gm)].flatMap(
      ([, names = '', from = '']) => names.split(',').map((name) => `${from}.${name.trim()}`),
    );
    // All of them are in Node 18.
    expect(named.toSorted()).toEqual([
      'fs.closeSync',
      'fs.existsSync',
      'fs.readFileSync',
      'url.fileURLToPath',
    ]);
  });

  it('is told so in one line', async () => {
    for (const { path, version } of oldNodes) {
      const { code, stdout, stderr } = await runProgram(path, ['dist/main.js'], {
        env: { NODE_OPTIONS: '' },
      });
      const problem = processTexts.failedToStart(runtimeProblem(version) ?? '');
      expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: `${problem}\n` });
    }
  });
});
