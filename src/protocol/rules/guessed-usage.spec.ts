import { describe, expect, it } from '@jest/globals';
import { cutOffWords, guessedWords } from './guessed-usage.js';

const usage = { tokensIn: 1, tokensOut: 2, costUsd: 0.1 };

describe('usage that was guessed', () => {
  it.each([
    [usage, null],
    [{ ...usage, estimated: true }, 'estimated'],
    [
      { ...usage, estimated: true, cutOff: true },
      'estimated: a call was cut off and is booked at what is estimated of it',
    ],
  ])('of %j is told as %j', (given, words) => {
    expect(guessedWords(given)).toBe(words);
  });

  it('of a run tells in how many turns a call was cut off', () => {
    const cut = { usage: { ...usage, estimated: true, cutOff: true } };
    expect(cutOffWords([{ usage }, cut, { usage: { ...usage, estimated: true } }])).toBe(
      'In 1 of 3 turns a call was cut off and is booked at what is estimated of it.',
    );
    expect(cutOffWords([{ usage }])).toBeNull();
  });
});
