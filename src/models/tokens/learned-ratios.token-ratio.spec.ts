import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasMoved, learnRatio, reservationFactor } from './learned-ratios.js';

type TokenRatio = ReturnType<typeof learnRatio>;

const expected = { likely: 100, most: 100 };

/** The ratio after a provider has counted these for 100 of our tokens. */
function after(...counts: readonly number[]): TokenRatio | undefined {
  return counts.reduce<TokenRatio | undefined>(
    (ratio, counted) => learnRatio(ratio, counted, expected),
    undefined,
  );
}

describe('the ratio of a model', () => {
  it('is what its first answer says', () => {
    expect(after(130)).toEqual({ typical: 1.3, highest: 1.3 });
  });

  it('rises at once to what was counted highest, and falls slowly', () => {
    expect(after(100, 200)?.highest).toBe(2);
    const later = after(100, 200, 100)?.highest ?? 0;
    expect(later).toBeGreaterThan(1.9);
    expect(later).toBeLessThan(2);
  });

  it('follows what is typical', () => {
    const counts = Array.from({ length: 30 }, () => 150);
    expect(after(100, ...counts)?.typical).toBeCloseTo(1.5, 2);
  });

  it.each([0, -5, NaN, Infinity, 1e300])('stays within reason when %d are counted', (counted) => {
    const ratio = after(counted);
    expect(ratio?.typical).toBeGreaterThanOrEqual(0.2);
    expect(ratio?.highest).toBeLessThanOrEqual(10);
  });

  it('pays for the next call if that is counted at most a quarter higher than any before', () => {
    const counted = fc.integer({ min: 30, max: 900 });
    fc.assert(
      fc.property(fc.array(counted, { minLength: 1, maxLength: 20 }), (counts) => {
        const last = counts.at(-1) ?? 0;
        expect(reservationFactor(after(...counts)) * 100).toBeGreaterThanOrEqual(
          last * 1.25 - 1e-6,
        );
      }),
    );
  });

  it('is reserved for twofold before anything is known', () => {
    expect(reservationFactor(undefined)).toBe(2);
  });

  it('is stored anew when it has moved by more than a hundredth', () => {
    const ratio = { typical: 1, highest: 1 };
    expect(hasMoved(undefined, ratio)).toBe(true);
    expect(hasMoved(ratio, { typical: 1.005, highest: 1 })).toBe(false);
    expect(hasMoved(ratio, { typical: 1, highest: 1.02 })).toBe(true);
  });
});
