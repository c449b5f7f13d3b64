import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { promptTexts } from '#protocol/texts/prompts.js';
import { fitPatch } from './fit-patch.js';

const section = (path: string, lines: number): string =>
  [
    `diff --git a/${path} b/${path}`,
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -1,0 +1,${lines} @@`,
    ...Array.from({ length: lines }, (_, at) => `+line ${at} of ${path}`),
    '',
  ].join('\n');

describe('fitPatch', () => {
  it('leaves a patch that fits as it is', () => {
    const patch = section('a.ts', 10);
    expect(fitPatch(patch, patch.length)).toBe(patch);
  });

  it('shortens generated files first, then texts, then tests, and sources last', () => {
    const parts = ['README.md', 'src/a.ts', 'test/a.test.ts', 'package-lock.json'];
    const patch = parts.map((path) => section(path, 100)).join('');
    const whole = (shown: string): readonly string[] =>
      parts.filter((path) => shown.includes(`+line 99 of ${path}`));
    expect(whole(fitPatch(patch, patch.length - 100))).toEqual(parts.slice(0, 3));
    expect(whole(fitPatch(patch, (patch.length * 3) / 5))).toEqual(['src/a.ts', 'test/a.test.ts']);
    expect(whole(fitPatch(patch, (patch.length * 2) / 5))).toEqual(['src/a.ts']);
    expect(whole(fitPatch(patch, patch.length / 10))).toEqual([]);
  });

  it('names what is left out', () => {
    const shown = fitPatch(section('docs/x y.md', 100) + section('src/a.ts', 3), 600);
    expect(shown).toMatch(/\+line 0 of docs\/x y.md[^]*\n… \[\d+ lines of docs\/x y.md left out/);
    expect(shown).toContain('+line 2 of src/a.ts');
  });

  it('shortens what is no patch in its middle', () => {
    const text = `first\n${'x\n'.repeat(1000)}last`;
    expect(fitPatch(text, 500)).toMatch(/^first\n[^]*characters left out here[^]*last$/);
  });

  it('is never much longer than it may be, and never longer than before', () => {
    const files = fc.array(
      fc.tuple(fc.constantFrom('a.md', 'b.ts', 'c.test.ts', 'yarn.lock'), fc.nat(200)),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(files, fc.nat(10_000), (list, max) => {
        const patch = list.map(([path, lines]) => section(path, lines)).join('');
        const shown = fitPatch(patch, max);
        const notes = list.length * (promptTexts.patchLeftOut(999, 'c.test.ts').length + 200);
        expect(shown.length).toBeLessThanOrEqual(Math.min(patch.length, max + notes));
      }),
    );
  });
});
