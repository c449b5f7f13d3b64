import { describe, expect, it } from '@jest/globals';
import type { ServerEvent } from '../../protocol/events.js';
import { stamp } from './drafts.js';
import { serialize } from './serialize.js';

/** An event that counts how often it is turned into text. */
function counted(): { event: ServerEvent; count: () => number } {
  let count = 0;
  const event = {
    ...stamp({ type: 'memory.retracted', id: 'fact_1' }, 1000, 7),
    toJSON(this: object) {
      count++;
      return { seq: 7 };
    },
  };
  return { event, count: () => count };
}

describe('serialize', () => {
  it('is the JSON of the event', () => {
    const event = stamp({ type: 'memory.retracted', id: 'fact_1' }, 1000, 7);
    expect(JSON.parse(serialize(event))).toEqual(event);
  });

  it('makes the text once, however many ask for it', () => {
    const { event, count } = counted();
    expect(serialize(event)).toBe(serialize(event));
    expect(count()).toBe(1);
  });

  it('does not mistake one event for another that looks like it', () => {
    const [first, second] = [counted(), counted()];
    expect(serialize(first.event)).toBe(serialize(second.event));
    expect(second.count()).toBe(1);
  });
});
