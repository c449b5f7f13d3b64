import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { globMatcher } from './glob.js';

/** The same language as a regular expression: obviously right, and dangerous. */
function asExpression(pattern: string): RegExp {
  const whole = pattern.includes('/') ? pattern : `**/${pattern}`;
  const source = whole.replace(/\*\*+\/|\*\*+|\*|\?|[^*?]/g, (piece) => {
    if (piece === '?') return '[^/]';
    if (piece === '*') return '[^/]*';
    if (piece.startsWith('**')) return piece.endsWith('/') ? '(?:.*/)?' : '.*';
    return piece.replace(/[.+^${}()|[\]\\]/, '\\$&');
  });
  return new RegExp(`^${source}$`, 'i');
}

describe('globMatcher', () => {
  it.each([
    ['', 'a/b.ts', true],
    ['*.ts', 'a/b/c.ts', true],
    ['*.ts', 'c.tsx', false],
    ['*.TS', 'c.ts', true],
    ['src/*.ts', 'src/a.ts', true],
    ['./src/*.ts', 'src/a.ts', true],
    ['src/*.ts', 'src/a/b.ts', false],
    ['src/**', 'src/a/b.ts', true],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/a/b/c.ts', true],
    ['src/**/*.ts', 'srcs/a.ts', false],
    ['**/test/**', 'a/test/b/c', true],
    ['**/test/**', 'latest/b', false],
    ['a?c', 'abc', true],
    ['a?c', 'a/c', false],
    ['a.b', 'axb', false],
    ['[ab].ts', 'a.ts', false],
    ['[ab].ts', '[ab].ts', true],
    ['{a,b}', '{a,b}', true],
    ['*', '.hidden', true],
  ])('%j and %j: %s', (pattern, path, expected) => {
    expect(globMatcher(pattern)(path)).toBe(expected);
  });

  it('agrees with the regular expression it stands for', () => {
    const pattern = fc.string({
      unit: fc.constantFrom('a', 'B', '/', '*', '**', '?', '.'),
      minLength: 1,
      maxLength: 8,
    });
    const path = fc
      .array(fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 4,
      })
      .map((parts) => parts.join('/'));
    fc.assert(
      fc.property(pattern, path, (glob, candidate) => {
        fc.pre(!glob.startsWith('./'));
        expect([glob, candidate, globMatcher(glob)(candidate)]).toEqual([
          glob,
          candidate,
          asExpression(glob).test(candidate),
        ]);
      }),
      { numRuns: 2000 },
    );
  });

  it('ignores patterns made for catastrophic backtracking', () => {
    const path = 'a'.repeat(250);
    const started = process.cpuUsage().user;
    expect(globMatcher(`${'*a'.repeat(100)}b`)(path)).toBe(false);
    expect(globMatcher(`${'**/a'.repeat(100)}b`)(`${'a/'.repeat(200)}c`)).toBe(false);
    expect(process.cpuUsage().user - started).toBeLessThan(1_000_000);
  });
});
