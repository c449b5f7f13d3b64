import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inFence, withoutFenced } from '../../protocol/rules/fences.js';
import { clipFenced, clipFencedLines, clipFencedMiddle } from './clip-fenced.js';
import { clip, clipLines, clipMiddle } from './clip.js';

const note = (omitted: number): string => `\n… [${omitted}] …\n`;
/** Without what stands in fences of either kind. */
const outside = (text: string): string =>
  withoutFenced(text).replaceAll(/^(`{3,})text\n[^]*?(?:^\1$|$(?![^]))/gm, '');
const inside = (text: string): string =>
  [
    ...text.matchAll(/<untrusted-content source=[^>]*>\n([^]*?)<\/untrusted-content>/g),
    ...text.matchAll(/^(?:`{3,})text\n([^]*?)^`{3,}$/gm),
  ]
    .map(([, body]) => body)
    .join('');

/** A person writes `o`, others write `f`. */
const own = fc.string({ unit: fc.constantFrom('o', 'o', ' ', '\n'), maxLength: 120 });
const foreign = fc.string({ unit: fc.constantFrom('f', 'f', ' ', '\n', '😀'), maxLength: 200 });
const fence = fc.oneof(
  foreign.map((body) => inFence('hook:trigger_1', body)),
  foreign.map((body) => `\`\`\`\`text\n${body}\n\`\`\`\``),
);
const material = fc
  .array(fc.tuple(own, fence), { minLength: 1, maxLength: 3 })
  .chain((parts) => own.map((end) => [...parts.flat(), end].join('\n')));

describe('a shortened text with fences', () => {
  it.each([
    ['lines', clipFencedLines],
    ['middle', clipFencedMiddle],
    ['beginning', (text: string, max: number) => clipFenced(text, max, '…')],
  ])('has foreign words in fences alone, and a person’s in none: %s', (_, shorten) => {
    fc.assert(
      fc.property(material, fc.double({ min: 0, max: 1, noNaN: true }), (text, part) => {
        const cut = shorten(text, Math.floor(text.length * part), note);
        expect(outside(cut)).not.toMatch(/[f😀]/u);
        expect(inside(cut)).not.toContain('o');
        expect(cut).not.toMatch(/<(?![/u])|untrusted-conten(?!t)/);
      }),
      { numRuns: 2000 },
    );
  });

  it('holds for every place of a cut', () => {
    const text = `${'o'.repeat(70)}\n\n${inFence('hook:h', 'f '.repeat(60))}\n\n${'o '.repeat(20)}`;
    for (let max = 0; max <= text.length; max++) {
      for (const cut of [
        clipFencedLines(text, max, note),
        clipFencedMiddle(text, max, note),
        clipFenced(text, max),
      ]) {
        expect([max, outside(cut).includes('f'), inside(cut).includes('o')]).toEqual([
          ...[max, false, false],
        ]);
      }
    }
  });

  it('reopens a fence that began in what was left out, and closes one that ended there', () => {
    const text = `${'o'.repeat(40)}${inFence('x', 'f'.repeat(400))}`;
    expect(clipFencedMiddle(text, 90, note)).toBe(
      `${'o'.repeat(40)}\n… [420] …\n<untrusted-content source=x>\n${'f'.repeat(9)}\n</untrusted-content>`,
    );
    const early = `${inFence('x', 'f'.repeat(100))}${'o'.repeat(400)}`;
    expect(clipFencedMiddle(early, 120, note)).toBe(
      `<untrusted-content source=x>\n${'f'.repeat(51)}\n</untrusted-content>\n… [430] …\n${'o'.repeat(40)}`,
    );
  });

  it('is as without fences where there are none, and where the cut lies within one', () => {
    const plain = 'word '.repeat(200);
    expect(clipFencedLines(plain, 300, note)).toBe(clipLines(plain, 300, note));
    expect(clipFencedMiddle(plain, 300, note)).toBe(clipMiddle(plain, 300, note));
    expect(clipFenced(plain, 300, '…')).toBe(clip(plain, 300, '…'));
    const fenced = inFence('x', plain);
    expect(clipFencedMiddle(fenced, 300, note)).toBe(clipMiddle(fenced, 300, note));
  });
});
