import { afterAll, describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/run-program.js';

describe('scripts/test-runtime.mjs and test-environment.mjs', () => {
  it('keep sources for the next suite of a worker, and nothing else of a suite', async () => {
    const args = ['--config', 'config/jest.config.mjs', '--selectProjects', 'e2e', '--runInBand'];
    const suites = ['--testMatch', '**/support/kept-modules/{first,second}.ts'];
    const { code, stdout, stderr } = await runProgram(
      process.execPath,
      ['node_modules/jest/bin/jest.js', ...args, ...suites],
      { env: { NODE_OPTIONS: '--experimental-vm-modules' } },
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout.match(/sources \d+, helpers \d+/g)).toEqual([
      'sources 1, helpers 1',
      'sources 1, helpers 2',
    ]);
    expect(stderr).toContain('Tests:       6 passed, 6 total');
  });

  const ended: string[] = [];
  describe('let end', () => {
    for (const name of ['a directory', 'a service in it']) afterAll(() => void ended.push(name));
    it('what a describe has begun', () => expect(ended).toEqual([]));
  });
  it('what was begun last at first', () => {
    expect(ended).toEqual(['a service in it', 'a directory']);
  });
});
