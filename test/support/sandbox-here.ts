import { describe } from '@jest/globals';
import { probeSandbox } from '../../src/platform/process/sandbox/sandbox-probe.js';

const { obstacle } = await probeSandbox(process.env.PATH ?? '');

if (obstacle !== null && process.env.CI === 'true') {
  throw new Error(`these tests need a sandbox: ${obstacle}`);
}

/** Runs where sandboxes can be made, and fails in CI where they cannot. */
export const describeInSandbox = obstacle === null ? describe : describe.skip;
