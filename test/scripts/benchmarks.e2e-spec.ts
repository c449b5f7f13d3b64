import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { chosenBenches, onlyWhenNamed } from '../../bench/support/chosen-benches.js';
import { residentGrowth } from '../../bench/support/resident-growth.js';
import { repositoryRoot, runProgram } from '../support/run-program.js';

describe('docs/benchmarks.md', () => {
  let documents: [path: string, text: string][];

  beforeAll(async () => {
    const code = `import { documentsOfResults } from './scripts/bench-plots.mjs';
      process.stdout.write(JSON.stringify([...(await documentsOfResults())]));`;
    const { stdout, stderr } = await runProgram('node', ['--input-type=module', '-e', code]);
    expect(stderr).toBe('');
    documents = JSON.parse(stdout) as [string, string][];
  });

  it('shows what the stored results say, in its table and its plots', () => {
    expect(documents.length).toBeGreaterThan(2);
    for (const [path, text] of documents) expect(readFileSync(path, 'utf8')).toBe(text);
  });
});

describe('the table of results', () => {
  const finding = { what: 'of a | b', target: 'at most 1 ms', met: false, found: '2 ms (a note)' };
  const ratio = {
    ...{ what: 'ratio', target: 'at least 0.9 times', met: true, found: '1.5 times (3 against 2)' },
    figure: { value: 1.5, unit: 'times', goal: 0.9, good: 'above' },
    compared: { ours: '3', other: '2' },
  };

  it('has both sides of what is compared, and escapes what would end a cell', async () => {
    const results = [{ bench: 'x', findings: [finding, ratio] }];
    const code = `import { tableOf } from './scripts/bench-table.mjs';
      process.stdout.write(tableOf(${JSON.stringify(results)}));`;
    const { stdout } = await runProgram('node', ['--input-type=module', '-e', code]);
    expect(stdout.split('\n').slice(2)).toEqual([
      '| `x` | of a \\| b | 2 ms (a note) |  |  | at most 1 ms | **missed** |',
      '| `x` | ratio | 3 | 2 | 1.5 times | at least 0.9 times | met |',
    ]);
  });
});

describe('the benches that run', () => {
  const all = ['http', ...onlyWhenNamed, 'runs'];

  it.each([
    ['all but the longest', [], ['http', 'runs']],
    ['those that are named', ['runs', 'first-start'], ['first-start', 'runs']],
  ])('are %s', (_which, named, expected) => {
    expect(chosenBenches(all, named)).toEqual(expected);
  });

  it('are none where a name is unknown', async () => {
    const bench = join(repositoryRoot, 'bench/run.ts');
    const args = ['--import', '@swc-node/register/esm-register', bench, 'rnus'];
    const { code, stderr } = await runProgram('node', args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^There is no bench "rnus"\. There is: .*runs/m);
  });
});

describe('the growth of resident memory', () => {
  it('is that of the last quarter above the first, whatever single samples say', () => {
    const samples = [900, 100, 100, 150, 150, 150, 130, 130, 10].map((residentMb) => ({
      ...{ cpuMs: 0, heldBytes: 0, loopMs: 0 },
      residentMb,
    }));
    expect(residentGrowth(samples)).toBe(30);
  });
});
