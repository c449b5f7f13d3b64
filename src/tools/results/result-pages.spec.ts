import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bothEnds, fittingCount, fittingLines, pageCharacters, textPage } from './result-pages.js';

const text = fc.string({ unit: fc.constantFrom('a', 'bc', '\n', '😀'), maxLength: 400 });

describe('pages of a result', () => {
  it('come to the whole text, each within its bound', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 60 }), (whole, max) => {
        let read = '';
        for (let at: number | null = 0; at !== null;) {
          const page = textPage(whole, at, max);
          expect(page.text.length).toBeLessThanOrEqual(max);
          expect(page.text.isWellFormed()).toBe(true);
          expect(page.left).toBe(page.next === null ? 0 : whole.length - page.next);
          if (page.next !== null) expect(page.next).toBeGreaterThan(at);
          read += page.text;
          at = page.next;
        }
        expect(read).toBe(whole);
      }),
    );
  });

  it('hold as many lines as fit', () => {
    expect(fittingLines(['abc', 'de', 'f'], 6)).toBe(2);
    expect(fittingLines(['abc', 'de', 'f'], 8)).toBe(3);
    expect(fittingLines(['abcdefg'], 6)).toBe(0);
    expect(fittingCount(500, (count) => 'x'.repeat(count * 100))).toBe(pageCharacters / 100);
    expect(fittingCount(1, () => 'x'.repeat(pageCharacters * 2))).toBe(1);
  });
});

describe('both ends of a text', () => {
  it('fit, with the number of characters between them', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 60, max: 200 }), (whole, max) => {
        const shown = bothEnds(whole, max, 1 / 4);
        expect(shown.length).toBeLessThanOrEqual(max);
        if (whole.length <= max) return expect(shown).toBe(whole);
        const [head = '', left = '', tail = ''] =
          /^([^]*)\n… \[(\d+) characters left out here\] …\n([^]*)$/.exec(shown)?.slice(1) ?? [];
        expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true);
        expect(head.length + Number(left) + tail.length).toBe(whole.length);
      }),
    );
  });
});
