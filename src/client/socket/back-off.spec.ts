import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { backOffMs } from './back-off.js';

describe('backOffMs', () => {
  it('doubles up to a quarter of a minute', () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 7, 50].map((attempt) => backOffMs(attempt, 0));
    expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  });

  it('lets chance take at most half away', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
        const whole = backOffMs(attempt, 0);
        expect(backOffMs(attempt, chance)).toBeGreaterThanOrEqual(whole / 2 - 1);
        expect(backOffMs(attempt, chance)).toBeLessThanOrEqual(whole);
      }),
    );
  });
});
