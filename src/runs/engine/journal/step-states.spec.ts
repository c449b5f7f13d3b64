import { describe, expect, it } from '@jest/globals';
import { assertAllowed, faultsOfTransitions, stepTransitions } from './step-states.js';

describe('the table of transitions', () => {
  it('has no fault', () => {
    expect(faultsOfTransitions(stepTransitions, 'absent')).toEqual([]);
  });

  it.each([
    [
      'a state that is not declared',
      { absent: ['started'], started: ['done'] },
      'done is not declared',
    ],
    [
      'a state that cannot be reached',
      { absent: ['done'], done: [], lost: ['done'] },
      'lost is unreachable',
    ],
    ['a state that never ends', { absent: ['on', 'done'], on: ['on'], done: [] }, 'on has no end'],
  ])('is refused with %s', (_, table, fault) => {
    expect(faultsOfTransitions(table, 'absent')).toContain(fault);
  });

  it('lets nothing act that has not started, and nothing change that has ended', () => {
    expect(() => assertAllowed('k', 'absent', 'settled')).toThrow('step k cannot become settled');
    expect(() => assertAllowed('k', 'awaiting', 'settled')).toThrow();
    expect(() => assertAllowed('k', 'settled', 'started')).toThrow();
    expect(() => assertAllowed('k', 'awaiting', 'started')).not.toThrow();
  });
});
