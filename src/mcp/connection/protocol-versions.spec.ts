import { describe, expect, it } from '@jest/globals';
import {
  type Approach,
  type FailedAttempt,
  knownVersion,
  nextApproach,
} from './protocol-versions.js';

const failed: FailedAttempt = {
  approach: 'ask',
  reached: true,
  probeAnswered: false,
  handshakeBegun: false,
  ended: false,
  handshakeRefused: false,
};

describe('nextApproach', () => {
  it.each<[string, Partial<FailedAttempt>, Approach | null]>([
    ['nobody was there', { reached: false }, null],
    ['the question was refused', { probeAnswered: true }, 'older'],
    ['the question ended the server', { ended: true }, 'older'],
    [
      'the question ended a server that started slowly',
      { handshakeBegun: true, ended: true },
      'older',
    ],
    ['nothing was answered', { handshakeBegun: true }, null],
    [
      'both were refused',
      { handshakeBegun: true, probeAnswered: true, handshakeRefused: true },
      null,
    ],
    [
      'the handshake was refused, the question unheard',
      { handshakeBegun: true, handshakeRefused: true },
      'modern',
    ],
    [
      'the same, the older way alone',
      { approach: 'older', handshakeBegun: true, handshakeRefused: true },
      'modern',
    ],
    ['the older way ended', { approach: 'older', handshakeBegun: true, ended: true }, null],
    ['the modern way was refused', { approach: 'modern', handshakeRefused: true }, null],
  ])('%s: %j, then %s', (_case, how, next) => {
    expect(nextApproach({ ...failed, ...how })).toBe(next);
  });
});

describe('knownVersion', () => {
  it.each<[unknown, string]>([
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2024-11-05'],
    ['2026-07-28', '2025-06-18'],
    ['1', '2025-06-18'],
    [undefined, '2025-06-18'],
  ])('%j is spoken of as %s', (said, known) => {
    expect(knownVersion(said)).toBe(known);
  });
});
