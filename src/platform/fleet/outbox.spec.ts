import { describe, expect, it } from '@jest/globals';
import { Outbox } from './outbox.js';

const all = (outbox: Outbox): string[] => {
  const taken: string[] = [];
  while (!outbox.isEmpty) {
    if (outbox.takeGap()) taken.push('gap');
    taken.push(...outbox.take());
  }
  return taken;
};

describe('what waits to be told', () => {
  it('goes out in order, in messages of a bounded length', () => {
    const outbox = new Outbox();
    const lines = Array.from({ length: 450 }, (_, index) => `line ${index}`);
    for (const line of lines) outbox.addEvent(line);
    expect(outbox.take()).toEqual(lines.slice(0, 200));
    expect(all(outbox)).toEqual(lines.slice(200));
  });

  it('goes out even when one line is longer than a message should be', () => {
    const outbox = new Outbox();
    outbox.addEvent('x'.repeat(700_000));
    expect(outbox.take()).toHaveLength(1);
    expect(outbox.isEmpty).toBe(true);
  });

  it('loses streamed text first', () => {
    const outbox = new Outbox();
    outbox.addPiece('p'.repeat(400_000));
    outbox.addPiece('q'.repeat(400_000));
    outbox.addEvent('e'.repeat(400_000));
    expect(all(outbox).map((line) => line[0])).toEqual(['p', 'e']);
  });

  it('leaves committed events to the log when too many wait, and says so', () => {
    const outbox = new Outbox();
    for (let count = 0; count < 9; count += 1) outbox.addEvent('x'.repeat(1_000_000));
    expect(all(outbox)).toEqual(['gap']);
    outbox.addEvent('next');
    expect(all(outbox)).toEqual(['next']);
  });
});
