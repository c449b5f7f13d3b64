import { describe, expect, it } from '@jest/globals';
import { runtimeProblem } from './runtime-problem.js';

describe('runtimeProblem', () => {
  it.each(['v24.0.0', 'v24.21.0', 'v26.10.0', 'v100.0.0'])('is none in %s', (version) => {
    expect(runtimeProblem(version)).toBeNull();
  });

  it.each(['v18.20.0', 'v20.20.2', 'v22.23.3', 'v23.11.1'])('names %s', (version) => {
    expect(runtimeProblem(version)).toBe(
      `it needs Node 24 or later; this is ${version}. "npm start" brings one along.`,
    );
  });
});
