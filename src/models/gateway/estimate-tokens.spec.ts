import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countTokens } from '#test/support/providers/core/tokens.js';
import { estimateTokens, mostTokens } from './estimate-tokens.js';

const prose = 'The quick brown fox jumps over the lazy dog, and nobody is surprised. ';
const code =
  'export const total = (rows: readonly Row[]): number => rows.reduce((a, b) => a + b.n, 0);\n';

describe('estimateTokens', () => {
  it.each([
    ['prose', prose.repeat(20)],
    ['code', code.repeat(20)],
    ['JSON', JSON.stringify({ path: 'src/a.ts', lines: [1, 22, 333], ok: true }).repeat(20)],
    ['base64', randomBytes(3000).toString('base64')],
    ['Chinese', '办公室里的员工轮流工作。'.repeat(50)],
  ])('is not less than a tokenizer counts, nor twice as much: %s', (_, text) => {
    const counted = countTokens(text);
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(counted * 0.9);
    expect(estimateTokens(text)).toBeLessThan(counted * 2.2);
  });

  it('is bounded by the length of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(estimateTokens(text)).toBeLessThanOrEqual(mostTokens(text.length));
      }),
    );
    expect(estimateTokens('办公室里的员工')).toBe(mostTokens(7));
  });

  it('never shrinks when a text grows', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(estimateTokens(a + b)).toBeGreaterThanOrEqual(estimateTokens(a));
      }),
    );
  });
});
