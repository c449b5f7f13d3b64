import { describe, expect, it } from '@jest/globals';
import { type CommittedEvent, committed, type EventDraft } from './drafts.js';
import { restore, serialize } from './serialize.js';

const draft: EventDraft = { type: 'log', level: 'info', scope: 's', message: 'm' };

/** An event that counts how often it is serialised. */
function counted(): { event: CommittedEvent; count: () => number } {
  let count = 0;
  const event = {
    ...committed(draft, 1000, 7),
    toJSON(this: object) {
      count++;
      return { seq: 7 };
    },
  };
  return { event, count: () => count };
}

describe('serialize', () => {
  it('is the JSON of the event', () => {
    const event = committed(draft, 1000, 7);
    expect(JSON.parse(serialize(event))).toEqual(event);
  });

  it('makes the text once, however many ask for it', () => {
    const { event, count } = counted();
    expect(serialize(event)).toBe(serialize(event));
    expect(count()).toBe(1);
  });

  it('is the very text that a stored event was restored from', () => {
    const text = '{"type":"log","at":1,"seq":2, "level":"info","scope":"s","message":"m"}';
    expect(serialize(restore(text))).toBe(text);
  });

  it('does not mistake one event for another that looks like it', () => {
    const [first, second] = [counted(), counted()];
    expect(serialize(first.event)).toBe(serialize(second.event));
    expect(second.count()).toBe(1);
  });
});
