import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/run-program.js';

describe('scripts/count-tests.mjs', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'office-count-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function count(results: string): Promise<string> {
    const file = join(folder, 'results.json');
    await writeFile(file, results);
    const { code, stdout } = await runProgram('node', ['scripts/count-tests.mjs', file]);
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
});
