import { describe, expect, it } from '@jest/globals';
import { runTexts } from './runs.js';

describe('a ceiling in a text', () => {
  it.each([
    [5, '5.00'],
    [0, '0.00'],
    [0.005, '0.005'],
    [0.00999, '0.01'],
    [1e-7, '0.0000001'],
    [0.0000123456, '0.000012'],
  ])('of %d dollars has no exponent', (usd, text) => {
    expect(runTexts.budgetExhausted(usd)).toBe(`Run budget of $${text} has been exhausted.`);
  });
});
