import { describe, expect, it } from '@jest/globals';
import type { RunDeed } from '../../protocol/records/evidence.js';
import { byPerson, standingRevert, withDeed } from './deeds.js';

const deed = (kind: RunDeed['kind'], at: number, turnId?: string): RunDeed => ({
  ...{ kind, at, by: 'person' },
  ...(turnId !== undefined && { turnId }),
});

describe('what became of a change', () => {
  it('has no revert that holds once all of it is made again', () => {
    const reverted = [deed('reverted', 1, 'turn_2'), deed('branch', 2), deed('reverted', 3)];
    const redone = withDeed(reverted, deed('redone', 4));
    expect(redone.map(({ undone }) => undone)).toEqual([4, undefined, 4, undefined]);
    expect(standingRevert(redone)).toBeUndefined();
  });

  it('has earlier reverts that hold once a part of it is made again', () => {
    const reverted = [deed('reverted', 1), deed('reverted', 2, 'turn_2')];
    const once = withDeed(reverted, deed('redone', 3));
    expect(once.map(({ undone }) => undone)).toEqual([undefined, 3, undefined]);
    expect(standingRevert(once)?.at).toBe(1);
  });

  it('names a person only where a name was given, cut at its limit', () => {
    expect(byPerson('  ')).toEqual({ by: 'person' });
    expect(byPerson(' Ada ')).toEqual({ by: 'person', byName: 'Ada' });
    expect(byPerson('x'.repeat(100)).byName).toHaveLength(80);
  });
});
