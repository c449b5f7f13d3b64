import { describe, expect, it } from '@jest/globals';
import { dayProblem } from './day-ceiling.js';

const spec = { workspaceId: null };

describe('the ceiling of a day', () => {
  it('counts runs', () => {
    expect(dayProblem({ ...spec, dayRuns: 2 }, { runs: 1, usd: 0 }, 1)).toBeNull();
    expect(dayProblem({ ...spec, dayRuns: 2 }, { runs: 2, usd: 0 }, 1)).toContain('2 runs');
    expect(dayProblem(spec, { runs: 49, usd: 1e6 }, 1)).toBeNull();
    expect(dayProblem(spec, { runs: 50, usd: 0 }, 1)).toContain('50 runs');
  });

  it('counts money, with the whole ceiling of the next run', () => {
    const bounded = { ...spec, dayUsd: 5 };
    expect(dayProblem(bounded, { runs: 1, usd: 4 }, 1)).toBeNull();
    expect(dayProblem(bounded, { runs: 1, usd: 4.01 }, 1)).toContain('within a day');
    expect(dayProblem({ ...spec, dayUsd: 0.3 }, { runs: 2, usd: 0.1 + 0.1 }, 0.1)).toBeNull();
    expect(dayProblem({ ...spec, dayUsd: 0 }, { runs: 0, usd: 0 }, 0.01)).not.toBeNull();
  });
});
