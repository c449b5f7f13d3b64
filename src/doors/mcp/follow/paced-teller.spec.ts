import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PacedTeller } from './paced-teller.js';

describe('PacedTeller', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('tells the first message at once, and of a burst the last', () => {
    const told: string[] = [];
    const teller = new PacedTeller((message) => told.push(message), 'at work');
    for (const message of ['one', 'two', 'three']) teller.tell(message);
    expect(told).toEqual(['one']);
    jest.advanceTimersByTime(250);
    expect(told).toEqual(['one', 'three']);
    teller[Symbol.dispose]();
    expect(told).toEqual(['one', 'three']);
  });

  it('repeats itself in silence, and stops', () => {
    const told: string[] = [];
    const teller = new PacedTeller((message) => told.push(message), 'at work');
    jest.advanceTimersByTime(20_000);
    expect(told).toEqual(['at work', 'at work']);
    jest.advanceTimersByTime(1000);
    teller.tell('one');
    teller.tell('last');
    teller[Symbol.dispose]();
    expect(told).toEqual(['at work', 'at work', 'one', 'last']);
    jest.advanceTimersByTime(60_000);
    expect(told).toHaveLength(4);
  });
});
