import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clip } from './clip.js';

describe('clip', () => {
  it('leaves a text alone that fits', () => {
    expect(clip('abc', 3, '…')).toBe('abc');
  });

  it('says that it cut', () => {
    expect(clip('abcd', 3, '… [cut]')).toBe('abc… [cut]');
  });

  it('cuts before a pair rather than through it', () => {
    expect(clip('ab😀', 3)).toBe('ab');
  });

  it('gives a beginning of the text, never longer than asked, never with half a pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, max) => {
        const clipped = clip(text, max);
        expect(text.startsWith(clipped)).toBe(true);
        expect(clipped.length).toBeLessThanOrEqual(max);
        expect(clipped.length).toBeGreaterThanOrEqual(Math.min(text.length, max) - 1);
        expect(() => encodeURIComponent(clipped)).not.toThrow();
      }),
    );
  });
});
