import { describe, expect, it } from '@jest/globals';
import type { RunDeed } from '../../protocol/records/evidence.js';
import { byPerson, standingRevert, withDeed } from './deeds.js';

const deed = (kind: RunDeed['kind'], at: number): RunDeed => ({ kind, at, by: 'person' });

describe('what became of a change', () => {
  it('has the reverts that were taken back, the latest first', () => {
    const reverted = [deed('reverted', 1), deed('branch', 2), deed('reverted', 3)];
    const once = withDeed(reverted, deed('redone', 4));
    expect(once.map(({ undone }) => undone)).toEqual([undefined, undefined, 4, undefined]);
    expect(standingRevert(once)?.at).toBe(1);
    expect(withDeed(once, deed('redone', 5)).map(({ undone }) => undone)).toEqual([
      5,
      ...[undefined, 4, undefined, undefined],
    ]);
    expect(standingRevert(withDeed(once, deed('redone', 5)))).toBeUndefined();
  });

  it('names a person only where a name was given, cut at its limit', () => {
    expect(byPerson('  ')).toEqual({ by: 'person' });
    expect(byPerson(' Ada ')).toEqual({ by: 'person', byName: 'Ada' });
    expect(byPerson('x'.repeat(100)).byName).toHaveLength(80);
  });
});
