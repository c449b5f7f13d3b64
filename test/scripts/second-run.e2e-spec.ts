import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/run-program.js';
import type { ProgramResult } from '../support/run-program.js';

interface Suite {
  readonly name: string;
  readonly status: 'passed' | 'failed';
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

const suite = (name: string, ...statuses: string[]): Suite => ({
  name,
  status: statuses.every((status) => status === 'passed' || status === 'pending')
    ? 'passed'
    : 'failed',
  assertionResults: statuses.map((status, index) => ({ fullName: `test ${index}`, status })),
});
const unloadable = (name: string): Suite => ({ name, status: 'failed', assertionResults: [] });

describe('scripts/second-run.mjs', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'office-second-run-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function results(name: string, ...testResults: Suite[]): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, JSON.stringify({ testResults }));
    return file;
  }

  const failed = async (...suites: Suite[]): Promise<string> => {
    const file = await results('failed.json', ...suites);
    return (await runProgram('node', ['scripts/second-run.mjs', 'failed', file])).stdout;
  };

  /** What CI says after a second run. */
  async function settled(first: readonly Suite[], again: readonly Suite[]) {
    const file = await results('first.json', ...first);
    const second = await results('again.json', ...again);
    const merge = await runProgram('node', ['scripts/second-run.mjs', 'merge', file, second]);
    const count: ProgramResult = await runProgram('node', ['scripts/count-tests.mjs', file], {
      env: { CI: '' },
    });
    return { named: merge.stderr, line: count.stdout.trim(), code: count.code };
  }

  it('names the suites that failed, those that could not load included', async () => {
    await expect(
      failed(suite('/a', 'passed'), suite('/b', 'passed', 'failed'), unloadable('/c')),
    ).resolves.toBe('/b\n/c\n');
  });

  it('runs nothing again where more than five failed', async () => {
    const many = (count: number): Suite[] =>
      Array.from({ length: count }, (_, index) => suite(`/${index}`, 'failed'));
    await expect(failed(...many(6))).resolves.toBe('');
    await expect(failed(...many(5))).resolves.toBe('/0\n/1\n/2\n/3\n/4\n');
  });

  it('counts what passed alone as passed, and names it', async () => {
    await expect(
      settled(
        [suite('/a', 'passed', 'pending'), suite('/b', 'passed', 'failed')],
        [suite('/b', 'passed', 'passed')],
      ),
    ).resolves.toEqual({
      named: 'FAILED BESIDE OTHERS, PASSED ALONE: /b › test 1\n',
      line: '3 passed, 0 failed, 1 skipped',
      code: 0,
    });
  });

  it('counts what failed twice, or could not load twice, as failed', async () => {
    await expect(
      settled([suite('/a', 'failed'), unloadable('/b')], [suite('/a', 'failed'), unloadable('/b')]),
    ).resolves.toEqual({ named: '', line: '0 passed, 2 failed, 0 skipped', code: 1 });
  });
});
