import { describe, expect, it } from '@jest/globals';
import { headerPairs } from './header-pairs.js';

describe('headerPairs', () => {
  it.each([
    ['', {}],
    ['a=1', { a: '1' }],
    [' a = 1 , b=x=y ', { a: '1', b: 'x=y' }],
    ['authorization=Bearer%20k%2Cz', { authorization: 'Bearer k,z' }],
    ['a=%zz', { a: '%zz' }],
    ['=1,nothing,,', {}],
  ])('reads %j', (text, pairs) => {
    expect(headerPairs(text)).toEqual(pairs);
  });
});
