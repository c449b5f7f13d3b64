import { describe, expect, it } from '@jest/globals';
import { doerOf, originOf, personOf } from './who-acts.js';

describe('who acts', () => {
  it('is you, a name, somebody, or the office', () => {
    expect(doerOf({ by: 'person', byName: 'Ada' }, 'Ada')).toBe('you');
    expect(doerOf({ by: 'person', byName: 'Ada' }, 'Grace')).toBe('Ada');
    expect(doerOf({ by: 'person', byName: 'Ada' })).toBe('Ada');
    expect(doerOf({ by: 'person' })).toBe('somebody');
    expect(doerOf({ by: 'office' }, 'Ada')).toBe('the office');
    expect(personOf('', '')).toBe('somebody');
  });

  it('hands a brief in by the API or over the socket', () => {
    expect(originOf('http')).toBe('by the API');
    expect(originOf(null)).toBe('over the socket');
    expect(originOf('a plugin')).toBe('by a plugin');
  });
});
