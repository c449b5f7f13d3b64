import { describe, expect, it } from '@jest/globals';
import { ceiling } from './money.js';

describe('a ceiling', () => {
  it.each([
    [5, '$5.00'],
    [0, '$0.00'],
    [0.01, '$0.01'],
    [0.015, '$0.015'],
    [7.125, '$7.125'],
    [0.1 + 0.2, '$0.30'],
    [1200, '$1200.00'],
    [0.00123, '$0.00123'],
    [1e-7, '$0.0000001'],
    [1.5e-9, '$0.0000000015'],
  ])('of %d is written %s', (usd, text) => {
    expect(ceiling(usd)).toBe(text);
  });
});
