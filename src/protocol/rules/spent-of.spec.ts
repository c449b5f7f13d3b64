import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { spentInCents, spentOf, spentOfWords } from './spent-of.js';

describe('what was spent of a limit', () => {
  it.each([
    [0.0119, 0.01, '$0.0119 of $0.01'],
    [0.42, 5, '$0.42 of $5.00'],
    [4.9999, 5, '$4.9999 of $5.00'],
    [5, 5, '$5.00 of $5.00'],
    [5.0000012, 5, '$5.000001 of $5.00'],
    [0, 5, '$0.00 of $5.00'],
    [0, 0, '$0.00 of $0.00'],
    [0.000002, 5, '$0.000002 of $5.00'],
    [0.5, 0.004, '$0.50 of $0.004'],
    [1200.5, 1000, '$1200.50 of $1000.00'],
  ])('%d of %d is %s', (spent, limit, words) => {
    expect(spentOfWords(spent, limit)).toBe(words);
  });

  it.each([
    [0.0055, 0.0027, '$0.01 of $0.00'],
    [0.0119, 0.01, '$0.0119 of $0.01'],
    [12, 10, '$12.00 of $10.00'],
  ])('in cents: %d of %d is %s', (spent, limit, words) => {
    expect(spentInCents(spent, limit)).toBe(words);
  });

  it('tells amounts apart that differ by a billionth of a dollar or more', () => {
    const usd = fc.double({ min: 0, max: 1000, noNaN: true });
    fc.assert(
      fc.property(usd, usd, (spent, limit) => {
        const told = spentOf(spent, limit);
        if (Math.abs(spent - limit) > 1e-9) expect(told.spent).not.toBe(told.limit);
        expect(Number(told.spent)).toBeCloseTo(spent, 2);
      }),
    );
  });
});
