import { describe, expect, it } from '@jest/globals';
import { memoizeLast } from './memoize-last.js';

describe('memoizeLast', () => {
  it('gives the same result for the same arguments, and makes a new one for others', () => {
    let made = 0;
    const pair = memoizeLast((a: object, b: string) => ({ a, b, made: (made += 1) }));
    const [one, two] = [{}, {}];
    expect(pair(one, 'x')).toBe(pair(one, 'x'));
    expect(pair(two, 'x').made).toBe(2);
    expect(pair(two, 'y').made).toBe(3);
    expect(pair(one, 'x').made).toBe(4);
  });
});
