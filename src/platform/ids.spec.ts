import { describe, expect, it } from '@jest/globals';
import { RandomIds } from './ids.js';

describe('RandomIds', () => {
  it('gives a prefix and 80 bits, long enough for a million turns and more', () => {
    expect(new RandomIds().next('turn')).toMatch(/^turn_[0-9a-f]{20}$/);
  });

  it('never repeats itself, also where the stock of random bytes is renewed', () => {
    const ids = new RandomIds();
    const given = Array.from({ length: 10_000 }, () => ids.next('x'));
    expect(new Set(given).size).toBe(given.length);
  });
});
