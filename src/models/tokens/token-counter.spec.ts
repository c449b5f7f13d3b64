import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { roughCount, TokenCounter } from './token-counter.js';

/** A counter with one token per four characters that records how many characters it read. */
function fours(): { counter: TokenCounter; read: () => number } {
  let read = 0;
  const counter = new TokenCounter((text) => {
    read += text.length;
    return Math.ceil(text.length / 4);
  });
  return { counter, read: () => read };
}

describe('TokenCounter', () => {
  it('counts a text once, however often it is asked', () => {
    const { counter, read } = fours();
    const first = counter.count('word '.repeat(200));
    expect(counter.count('word '.repeat(200))).toEqual(first);
    expect(first.likely).toBe(250);
    expect(read()).toBe(1000);
  });

  it('looks at part of a text of megabytes, and answers for all of it', () => {
    const { counter, read } = fours();
    expect(counter.count('x'.repeat(8_000_000)).likely).toBe(2_000_000);
    expect(read()).toBeLessThanOrEqual(20_000);
  });

  it('sees what lies in the middle of a long text', () => {
    const counter = new TokenCounter((text) => text.split('!').length - 1);
    const text = '.'.repeat(400_000) + '!'.repeat(200_000) + '.'.repeat(400_000);
    const { likely } = counter.count(text);
    expect(Math.abs(likely - 200_000)).toBeLessThan(40_000);
  });

  it('expects every character beyond the Latin ones to be a token at the most', () => {
    const { counter } = fours();
    expect(counter.count('待办事项'.repeat(100))).toEqual({ likely: 100, most: 400 });
  });

  it('forgets what was not asked for longest', () => {
    const { counter, read } = fours();
    for (let index = 0; index < 4000; index += 1) counter.count(`text ${index}`);
    counter.count('text 0');
    counter.count('one more');
    const before = read();
    counter.count('text 0');
    expect(read()).toBe(before);
    counter.count('text 1');
    expect(read()).toBeGreaterThan(before);
  });

  it('never expects fewer at the most than are likely', () => {
    const { counter } = fours();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) => {
        const { likely, most } = counter.count(text);
        expect(most).toBeGreaterThanOrEqual(likely);
        expect(roughCount(text).most).toBeGreaterThanOrEqual(roughCount(text).likely);
      }),
    );
  });

  it('has nothing to count in an empty text', () => {
    expect(fours().counter.count('')).toEqual({ likely: 0, most: 0 });
  });
});
