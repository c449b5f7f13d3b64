import { describe, expect, it } from '@jest/globals';
import { clipMaterial, clipSummary } from './clip.js';

describe('clipping what stages hand over', () => {
  it('leaves alone what fits', () => {
    expect(clipSummary('abc', 3)).toBe('abc');
    expect(clipMaterial('abc', 3)).toBe('abc');
  });

  it('says on a line of its own that a summary was cut', () => {
    expect(clipSummary('abcdef', 3)).toBe('abc\n… [truncated]');
  });

  it('says how much of earlier work is missing', () => {
    expect(clipMaterial('abcdefgh', 3)).toBe('abc… [truncated 5 characters of upstream material]');
  });
});
