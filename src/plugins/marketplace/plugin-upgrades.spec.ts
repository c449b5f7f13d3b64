import { describe, expect, it } from '@jest/globals';
import { assessInstall, isNewer } from './plugin-upgrades.js';

type InstallQuestion = Parameters<typeof assessInstall>[0];

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

const asked = (question: Partial<InstallQuestion>): string | null =>
  assessInstall({ id: 'a.b', offered: '2.0.0', upgrade: false, present: undefined, ...question });
const installed = (version: string) => ({ version, source: 'marketplace' as const });
const bundled = { version: '1.0.0', source: 'bundled' as const };

describe('assessInstall', () => {
  it('lets in what is not there yet, asked for as an upgrade or not', () => {
    expect(asked({})).toBeNull();
    expect(asked({ upgrade: true })).toBeNull();
  });

  it('replaces nothing without a request to upgrade', () => {
    expect(asked({ present: installed('1.0.0') })).toBe('"a.b" 1.0.0 is already installed.');
    expect(asked({ present: bundled })).toBe('"a.b" 1.0.0 is already installed.');
  });

  it('upgrades to what is newer, and to nothing else', () => {
    expect(asked({ upgrade: true, present: installed('1.9.9') })).toBeNull();
    expect(asked({ upgrade: true, present: installed('2.0.0-rc.1') })).toBeNull();
    for (const version of ['2.0.0', '2.0.1', '10.0.0']) {
      expect(asked({ upgrade: true, present: installed(version) })).toBe(
        `"a.b" is already at ${version}; the marketplace offers 2.0.0.`,
      );
    }
  });

  it('leaves what ships with the office to the office', () => {
    expect(asked({ upgrade: true, present: bundled })).toBe(
      '"a.b" ships with the office; update it by updating the service.',
    );
  });
});
