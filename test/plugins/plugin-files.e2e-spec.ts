import { describe, expect, it } from '@jest/globals';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toolModule } from '../support/plugins/plugin-workshop.js';
import { pluginTrials } from '../support/plugins/run-plugin.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const inDir = temporaryDirectory();
const start = pluginTrials();

describe('files of the workspace', () => {
  let number = 0;
  const script = `const { files } = context; const said = [];
    for (const step of args.steps) {
      try { said.push(await files[step[0]](...step.slice(1))); } catch (error) { said.push(error.message); }
    }
    return { ok: true, content: JSON.stringify(said) };`;

  const work = async (steps: readonly (readonly unknown[])[]) => {
    const trial = await start(toolModule('t', script));
    number += 1;
    const workspaceRoot = inDir(`workspace-${number}`);
    await mkdir(path.join(workspaceRoot, 'sub'), { recursive: true });
    await writeFile(path.join(workspaceRoot, 'sub', 'a.txt'), 'alpha');
    await symlink('/etc', path.join(workspaceRoot, 'out'));
    const { content, affectsPaths } = await trial.run({ steps }, { workspaceRoot });
    return { said: JSON.parse(content) as unknown[], affectsPaths, workspaceRoot };
  };

  it('are read, listed and written through the office, which notes what was written', async () => {
    const { said, affectsPaths, workspaceRoot } = await work([
      ['read', 'sub/a.txt'],
      ['write', 'new/b.txt', 'beta'],
      ['list', '.'],
      ['list'],
      ['read', 'missing.txt'],
      ['list', 'sub/a.txt'],
    ]);
    expect(said).toEqual([
      'alpha',
      null,
      expect.arrayContaining(['sub/', 'new/']),
      expect.arrayContaining(['sub/', 'new/']),
      'File does not exist: missing.txt',
      'Not a directory: sub/a.txt is a file.',
    ]);
    expect(affectsPaths).toEqual(['new/b.txt']);
    expect(await readFile(path.join(workspaceRoot, 'new/b.txt'), 'utf8')).toBe('beta');
  });

  it('are those of the workspace only, and none of git', async () => {
    const { said, affectsPaths } = await work([
      ['read', '../../../etc/passwd'],
      ['read', '/etc/passwd'],
      ['read', 'out/passwd'],
      ['write', '../x', ''],
      ['write', '.git/hooks/pre-commit', ''],
      ['read', 7],
    ]);
    for (const refusal of said.slice(0, 5)) expect(refusal).toMatch(/^Refusing/);
    expect(said[5]).toBe('File does not exist: 7');
    expect(affectsPaths).toEqual([]);
  });

  it('are bounded, and out of reach when the call is over', async () => {
    const { said } = await work([['write', 'big.txt', 'x'.repeat(200_000)]]);
    expect(said).toEqual(['"big.txt" is larger than 128 KB.']);
    const body = `setTimeout(() => context.files.read('a').catch((error) => context.log('info', error.message)), 20);
      return { ok: true, content: '' };`;
    const trial = await start(toolModule('t', body));
    await trial.run({}, { workspaceRoot: inDir() });
    await trial.logged(
      'info files can be reached only while the tool call they belong to is running.',
    );
  });
});
