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

  it('loads the scripts, which then bring a supported one', async () => {
    for (const { path } of oldNodes) {
      const { code, stderr } = await runProgram(path, ['scripts/run.mjs', 'no-such-command'], {
        env: { NODE_OPTIONS: '' },
      });
      expect({ code, stderr }).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^There is no command "no-such-command"\./),
      });
    }
  });

  it('could load what the scripts import', async () => {
    const seen = new Set<string>();
    const names = await importedNames(join(repositoryRoot, 'scripts/run.mjs'), seen);
    expect(seen.size).toBeGreaterThan(5);
    // Newer than Node 18.
    expect(names).not.toContain('fs.globSync');
    expect(names).not.toContain('util.styleText');
    expect(names).not.toContain('module.enableCompileCache');
  });
});

const staticImport = /^import \{([^}]+)\} from '([^']+)'/gm;

/** `<module>.<name>` of everything that a script and the scripts it imports take from Node. */
async function importedNames(file: string, seen: Set<string>): Promise<readonly string[]> {
  if (seen.has(file)) return [];
  seen.add(file);
  const found: string[] = [];
  for (const [, names = '', from = ''] of (await readFile(file, 'utf8')).matchAll(staticImport)) {
    if (from.startsWith('.')) found.push(...(await importedNames(join(file, '..', from), seen)));
    else
      found.push(...names.split(',').map((name) => `${from.replace('node:', '')}.${name.trim()}`));
  }
  return found;
}
