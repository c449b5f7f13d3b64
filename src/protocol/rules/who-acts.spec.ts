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

  it('hands a brief in by the API, over the socket or on the page', () => {
    expect(originOf({ submittedBy: 'http' })).toBe('by the API');
    expect(originOf({ submittedBy: null })).toBe('over the socket');
    expect(originOf({ submittedBy: 'http', onPage: true })).toBe('on the page');
    expect(originOf({ submittedBy: null, onPage: true })).toBe('on the page');
    expect(originOf({ submittedBy: 'a plugin' })).toBe('by a plugin');
  });
});
