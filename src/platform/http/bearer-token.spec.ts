import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bearerToken, isSameToken } from './bearer-token.js';

describe('bearerToken', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer   abc ', 'abc'],
    ['Bearer', null],
    ['Bearer ', null],
    ['Bearer a b', null],
    ['Basic abc', null],
    ['abc', null],
    [undefined, null],
  ])('reads %j as %j', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });
});

describe('isSameToken', () => {
  it('is true for the token and nothing else', () => {
    const token = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(token, token, (given, expected) => {
        expect(isSameToken(given, expected)).toBe(given === expected);
        expect(isSameToken(expected, expected)).toBe(true);
        expect(isSameToken(null, expected)).toBe(false);
      }),
    );
  });
});
