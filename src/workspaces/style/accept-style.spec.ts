import { describe, expect, it } from '@jest/globals';
import { RefusedError } from '../../platform/errors/office-error.js';
import { acceptStyle } from './clean-style.js';
import { resolveStyle } from './resolve-style.js';

describe('acceptStyle', () => {
  it.each([undefined, 'noir', 3, []])('refuses %p, which is no object', (input) => {
    expect(() => acceptStyle(input)).toThrow(
      new RefusedError('That is not a style this build can apply.'),
    );
  });

  it('refuses a preset that does not exist, by its name', () => {
    expect(() => acceptStyle({ preset: 'brutalist' })).toThrow(
      new RefusedError('There is no style preset called "brutalist".'),
    );
  });

  it('reads a missing preset as studio', () => {
    expect(acceptStyle({ lighting: { exposure: 2 } })).toEqual({
      preset: 'studio',
      lighting: { exposure: 2 },
    });
  });

  it('forgives a bad detail', () => {
    expect(acceptStyle({ preset: 'noir', materials: { wall: { color: 'black' } } })).toEqual({
      preset: 'noir',
    });
  });
});

describe('resolveStyle', () => {
  it.each([undefined, null, 'noir', { preset: 'gone' }])('shows %p as studio', (stored) => {
    expect(resolveStyle(stored)).toEqual({ preset: 'studio' });
  });

  it('shows a stored style as it is', () => {
    const stored = { preset: 'glasshouse', environment: { grid: true } };

    expect(resolveStyle(stored)).toEqual(stored);
  });
});
