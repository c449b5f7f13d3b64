import { describe, expect, it } from '@jest/globals';
import { runTexts } from './runs.js';

describe('a ceiling in a text', () => {
  it.each([
    [5, '5.00'],
    [0, '0.00'],
    [0.005, '0.005'],
    [7.125, '7.125'],
    [1200.5, '1200.50'],
    [0.00999, '0.00999'],
    [1e-7, '0.0000001'],
    [0.0000123456, '0.0000123456'],
    [0.1 + 0.2, '0.30'],
  ])('of %d dollars has all its digits and no exponent', (usd, text) => {
    expect(runTexts.budgetExhausted(usd)).toBe(`Run budget of $${text} has been exhausted.`);
  });
});
