import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/run-program.js';
import type { ProgramResult } from '../support/run-program.js';

describe('scripts/count-tests.mjs', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'office-count-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function run(results: readonly string[], CI = ''): Promise<ProgramResult> {
    const files = results.map((_, index) => join(folder, `results-${index}.json`));
    await Promise.all(results.map((text, index) => writeFile(files[index] ?? '', text)));
    return runProgram('node', ['scripts/count-tests.mjs', ...files], { env: { CI } });
  }

  async function count(...results: string[]): Promise<string> {
    const { code, stdout } = await run(results);
    return `${stdout.trim()} (${code})`;
  }

  const clean = {
    numPassedTests: 7,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 1,
    numRuntimeErrorTestSuites: 0,
  };

  it.each([
    ['all is well', clean, '7 passed, 0 failed, 2 skipped (0)'],
    ['a test failed', { ...clean, numFailedTests: 2 }, '7 passed, 2 failed, 2 skipped (1)'],
    [
      'a suite could not load',
      { ...clean, numRuntimeErrorTestSuites: 1 },
      '7 passed, 1 failed, 2 skipped (1)',
    ],
  ])('when %s', async (_when, results, line) => {
    await expect(count(JSON.stringify(results))).resolves.toBe(line);
  });

  it('takes missing results for a failure', async () => {
    await expect(count('')).resolves.toBe('0 passed, 1 failed, 0 skipped (1)');
  });

  it('adds up several runs, and fails when one of them did', async () => {
    const text = JSON.stringify(clean);
    await expect(count(text, text)).resolves.toBe('14 passed, 0 failed, 4 skipped (0)');
    await expect(count(text, '')).resolves.toBe('7 passed, 1 failed, 2 skipped (1)');
  });

  describe('in CI', () => {
    const results = (skipped: number): string =>
      JSON.stringify({
        ...clean,
        numPendingTests: skipped,
        numTodoTests: 0,
        testResults: [
          {
            assertionResults: [
              { fullName: 'the office opens', status: 'passed' },
              ...Array.from({ length: skipped }, () => ({
                fullName: 'the office on PostgreSQL',
                status: 'pending',
              })),
            ],
          },
        ],
      });

    it('refuses and names what was skipped', async () => {
      await expect(run([results(1)], 'true')).resolves.toEqual({
        code: 1,
        stdout: '7 passed, 0 failed, 1 skipped\n',
        stderr: 'SKIPPED, and CI must run it: the office on PostgreSQL\n',
      });
    });

    it('is content when nothing was', async () => {
      await expect(run([results(0)], 'true')).resolves.toMatchObject({ code: 0, stderr: '' });
    });
  });
});
