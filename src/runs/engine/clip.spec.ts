import { describe, expect, it } from '@jest/globals';
import { clipSummary, isClipped } from './clip.js';

describe('clipping what stages hand over', () => {
  it('leaves alone what fits', () => {
    expect(clipSummary('abc', 3)).toBe('abc');
    expect(isClipped('abc')).toBe(false);
  });

  it('says on a line of its own that a summary was cut', () => {
    expect(clipSummary('abcdef', 3)).toBe('abc\n… [truncated]');
    expect(isClipped(clipSummary('abcdef', 3))).toBe(true);
  });
});
