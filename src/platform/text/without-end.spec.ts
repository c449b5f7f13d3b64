import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withoutEnd } from './without-end.js';

describe('withoutEnd', () => {
  it.each([
    ['http://a/b//', '/', 'http://a/b'],
    ['a/b', '/', 'a/b'],
    ['. .', '. ', ''],
    ['', '/', ''],
  ])('makes of %j without %j %j', (text, characters, left) => {
    expect(withoutEnd(text, characters)).toBe(left);
  });

  it('is what the pattern would have made', () => {
    const text = fc.string({ unit: fc.constantFrom('/', '\\', 'a', ' ', '\n') });
    fc.assert(
      fc.property(text, (any) => {
        expect(withoutEnd(any, '/\\')).toBe(any.replace(/[\\/]+$/, ''));
      }),
    );
  });
});
