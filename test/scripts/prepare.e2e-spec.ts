import { describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/run-program.js';

describe('scripts/prepare.mjs', () => {
  it('does nothing and says nothing where everything is in place', async () => {
    // The first call brings the build up to date when Jest was started without `npm test`.
    await runProgram('node', ['scripts/prepare.mjs']);
    await expect(runProgram('node', ['scripts/prepare.mjs'])).resolves.toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  }, 60_000);
});
