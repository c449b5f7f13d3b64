import { describe, expect, it } from '@jest/globals';
import { isNewer } from './compare-versions.js';

describe('isNewer', () => {
  it.each([
    ['1.0.1', '1.0.0'],
    ['1.10.0', '1.9.9'],
    ['2.0.0', '1.99.99'],
    ['1.0.0', '1.0.0-rc.1'],
    ['1.0.0-rc.2', '1.0.0-rc.1'],
    ['1.0.0-b', '1.0.0-a'],
    ['01.02.04', '1.2.3'],
    ['0.0.1', 'unreadable'],
    ['1.2', '1.1.9'],
  ])('%s is newer than %s, and not the other way round', (newer, older) => {
    expect([isNewer(newer, older), isNewer(older, newer)]).toEqual([true, false]);
  });

  it.each([
    ['1.0.0', '1.0.0'],
    ['1.0', '1.0.0'],
    ['—', '0.0.0'],
    ['', 'x'],
  ])('%s and %s are the same', (one, other) => {
    expect([isNewer(one, other), isNewer(other, one)]).toEqual([false, false]);
  });
});
