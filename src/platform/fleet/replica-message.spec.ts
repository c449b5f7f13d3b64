import { describe, expect, it } from '@jest/globals';
import type { ServerEvent } from '../../protocol/events.js';
import { committed, type CommittedEvent } from '../events/drafts.js';
import { serialize } from '../events/serialize.js';
import {
  eventLine,
  numberLine,
  OutgoingLines,
  pieceLine,
  readMessage,
  senderOf,
  writeMessage,
} from './replica-message.js';

const event = (seq: number): CommittedEvent =>
  committed({ type: 'log', level: 'info', scope: 's', message: 'two\nlines\u2028' }, 1, seq);

const piece: ServerEvent = { type: 'turn.delta', at: 1, runId: 'r', turnId: 't', text: 'a\nb' };

describe('a message between replicas', () => {
  it('says what was said, in order, events that follow one another together', () => {
    const lines = [eventLine(event(1)), eventLine(event(2)), pieceLine(piece, 2), numberLine(9)];
    const text = writeMessage('me', [...lines, eventLine(event(3))]);
    expect(senderOf(text)).toBe('me');
    expect(readMessage(text)).toEqual({
      from: 'me',
      news: [
        { kind: 'events', events: [event(1), event(2)] },
        { kind: 'piece', after: 2, piece },
        { kind: 'number', last: 9 },
        { kind: 'events', events: [event(3)] },
      ],
    });
  });

  it('hands on the very text of an event', () => {
    const text = writeMessage('me', [eventLine(event(1))]);
    const [news] = readMessage(text).news;
    const [read] = news?.kind === 'events' ? news.events : [];
    expect(read && serialize(read)).toBe(serialize(event(1)));
  });

  it('may have lines that a later version writes', () => {
    expect(readMessage('me\nz something\nn3').news).toEqual([{ kind: 'number', last: 3 }]);
  });

  it.each([
    'me\ne{}',
    'me\ne{"seq":1}',
    'me\nenothing',
    'me\nn-1',
    'me\np1 {"type":"hello"}',
    'me\npx {}',
  ])('is refused as %j', (text) => {
    expect(() => readMessage(text)).toThrow();
  });
});

const all = (outbox: OutgoingLines): string[] => {
  const taken: string[] = [];
  while (!outbox.isEmpty) {
    if (outbox.takeGap()) taken.push('gap');
    taken.push(...outbox.take());
  }
  return taken;
};

describe('what waits to be told', () => {
  it('goes out in order, in messages of a bounded length', () => {
    const outbox = new OutgoingLines();
    const lines = Array.from({ length: 450 }, (_, index) => `line ${index}`);
    for (const line of lines) outbox.addEvent(line);
    expect(outbox.take()).toEqual(lines.slice(0, 200));
    expect(all(outbox)).toEqual(lines.slice(200));
  });

  it('goes out even when one line is longer than a message should be', () => {
    const outbox = new OutgoingLines();
    outbox.addEvent('x'.repeat(700_000));
    expect(outbox.take()).toHaveLength(1);
    expect(outbox.isEmpty).toBe(true);
  });

  it('loses streamed text first', () => {
    const outbox = new OutgoingLines();
    outbox.addPiece('p'.repeat(400_000));
    outbox.addPiece('q'.repeat(400_000));
    outbox.addEvent('e'.repeat(400_000));
    expect(all(outbox).map((line) => line[0])).toEqual(['p', 'e']);
  });

  it('leaves committed events to the log when too many wait, and says so', () => {
    const outbox = new OutgoingLines();
    for (let count = 0; count < 9; count += 1) outbox.addEvent('x'.repeat(1_000_000));
    expect(all(outbox)).toEqual(['gap']);
    outbox.addEvent('next');
    expect(all(outbox)).toEqual(['next']);
  });
});
