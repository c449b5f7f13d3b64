import { describe, expect, it } from '@jest/globals';
import { limits } from '../../protocol/limits.js';
import { serverEventTypes } from '../../protocol/events.js';
import { admit } from './back-pressure.js';

const dispensable = [
  'hello',
  'office.updated',
  'org.updated',
  'settings.updated',
  'plugins.updated',
  'turn.delta',
  'turn.reasoning',
];
const droppedBy = (unsentBytes: number, lagging: boolean): string[] =>
  serverEventTypes.filter((type) => admit(type, { unsentBytes, lagging }) === 'drop');

describe('admit', () => {
  it('sends everything to a socket that keeps up', () => {
    for (const type of serverEventTypes) {
      expect(admit(type, { unsentBytes: limits.socketDropBytes, lagging: false })).toBe('send');
    }
  });

  it('drops streamed text and whole states, and nothing else, once too much is unsent', () => {
    expect(droppedBy(limits.socketDropBytes + 1, false).sort()).toEqual([...dispensable].sort());
  });

  it('goes on dropping until the socket has caught up, so that no stream has a hole', () => {
    expect(droppedBy(1, true).sort()).toEqual([...dispensable].sort());
  });

  it('gives up on a socket whose backlog is beyond measure', () => {
    for (const type of serverEventTypes) {
      expect(admit(type, { unsentBytes: limits.socketCloseBytes + 1, lagging: true })).toBe(
        'close',
      );
    }
  });
});
