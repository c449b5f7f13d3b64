import { describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/run-program.js';

const few = ['--count', '1', '--workers', '1'];

describe('scripts/seeds.mjs', () => {
  it.each([
    ['--count', 'abc', 1],
    ['--count', '0', 1],
    ['--count', '', 1],
    ['--from', '1.5', 1],
    ['--seed', '7x', 1],
    ['--workers', '0', 1],
    ['--schedule', 'later', 1],
    ['--only', 'a', 0],
    ['--only', '0,', 0],
  ])('refuses %s %p, by which it would carry out nothing', async (option, value, least) => {
    const { code, stderr } = await runProgram('node', ['scripts/seeds.mjs', option, value]);
    expect(code).toBe(1);
    expect(stderr).toContain(`: a whole number from ${least} on is needed`);
  });

  it('fails for a fault that nobody plants', async () => {
    const args = ['scripts/seeds.mjs', ...few, '--planted', 'no such fault'];
    const { code, stderr } = await runProgram('node', args);
    expect(code).toBe(1);
    expect(stderr).toContain('there is no fault "no such fault"');
  }, 60_000);

  it('carries out what is asked for', async () => {
    const { code, stdout } = await runProgram('node', ['scripts/seeds.mjs', ...few]);
    expect(stdout).toMatch(/^1 seeds, .*, 0 failed\n$/m);
    expect(code).toBe(0);
  }, 60_000);
});
