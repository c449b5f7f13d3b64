import { describe, expect, it } from '@jest/globals';
import { memoizeByObject } from './memoize-by-object.js';

describe('memoizeByObject', () => {
  it('makes one result for each object, and knows it again among others', () => {
    let made = 0;
    const number = memoizeByObject((_key: object) => (made += 1));
    const [one, other] = [{}, {}];
    expect([number(one), number(other), number(one), number(other)]).toEqual([1, 2, 1, 2]);
  });

  it('remembers that nothing came of an object', () => {
    let made = 0;
    const nothing = memoizeByObject((_key: object): undefined => void (made += 1));
    const key = {};
    expect([nothing(key), nothing(key), made]).toEqual([undefined, undefined, 1]);
  });
});
