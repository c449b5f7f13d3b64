import { describe, expect, it } from '@jest/globals';
import { noUsage } from '../../../models/usage.js';
import { callKeyOf, recordedCallCost } from './recorded-answer.js';

const cost = (costUsd: number) => ({ usage: { ...noUsage, costUsd } });

describe('the key of a model call', () => {
  it('numbers the calls of a turn', () => {
    expect(callKeyOf('stage_1/r1/cto', 3)).toBe('stage_1/r1/cto/m3');
  });
});

describe('what a recorded step cost', () => {
  it('is the cost of its answer, or of what is known of a broken one', () => {
    const key = callKeyOf('stage_1/cto', 1);
    expect(recordedCallCost({ key, state: 'settled', value: cost(0.25) })).toBe(0.25);
    expect(
      recordedCallCost({ key, state: 'settled', value: { outcome: 'failed', ...cost(0) } }),
    ).toBe(0);
  });

  it.each([
    ['a tool call', 'stage_1/cto/m1/t0'],
    ['a question', 'stage_1/cto/m1/t0/a0'],
    ['the beginning of a turn', 'stage_1/cto'],
    ['the memory of a turn', 'stage_1/cto/memory'],
  ])('is nothing for %s', (_, key) => {
    expect(recordedCallCost({ key, state: 'settled', value: cost(1) })).toBeNull();
  });

  it('is not known of a call that has not ended', () => {
    expect(recordedCallCost({ key: 'stage_1/cto/m1', state: 'started', value: null })).toBeNull();
  });
});
