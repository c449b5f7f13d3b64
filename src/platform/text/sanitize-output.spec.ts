import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sanitizeOutput } from './sanitize-output.js';

const forbidden = new RegExp(
  String.raw`[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]`,
  'u',
);

describe('sanitizeOutput', () => {
  it.each([
    ['colours', '\x1b[31mred\x1b[0m', 'red'],
    ['cursor movement', 'a\x1b[2K\x1b[1;1Hb', 'ab'],
    ['a window title', '\x1b]0;owned\x07text', 'text'],
    ['a hyperlink ended by ST', '\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\', 'link'],
    ['a device string', '\x1bPq#0;2;0\x1b\\after', 'after'],
    ['short escapes', '\x1b(Bplain\x1bM', 'plain'],
    ['a stray escape', 'a\x1b', 'a'],
    ['eight-bit controls', 'a\x9b31mb\x9dtitle\x9cc', 'abc'],
    ['a title that never ends', '\x1b]0;rest', '0;rest'],
    ['a title that another one ends', '\x9d0;first\x9d0;second\x9cend', '0;firstend'],
    ['bells, backspaces and carriage returns', 'a\x07b\x08c\r\nd\x7f', 'abc\nd'],
    ['a reversed file name', 'invoice\u202Efdp.exe', 'invoice\\u{202e}fdp.exe'],
    ['isolates', '\u2066a\u2069', '\\u{2066}a\\u{2069}'],
    ['zero-width characters', 'ig\u200Bno\uFEFFre', 'ig\\u{200b}no\\u{feff}re'],
    ['letters smuggled as tags', 'hi\u{E0069}\u{E0067}', 'hi\\u{e0069}\\u{e0067}'],
  ])('removes or spells %s', (_what, dirty, clean) => {
    expect(sanitizeOutput(dirty)).toBe(clean);
  });

  it('keeps newlines, tabs, accents, scripts and emoji', () => {
    const text = 'Zeile 1\n\tnaïve — 日本語 العربية 👍';
    expect(sanitizeOutput(text)).toBe(text);
  });

  it('leaves nothing that acts, whatever comes in, and is done after one pass', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(
        '\x1b',
        '[',
        ']',
        '\x9b',
        '\x07',
        '\\',
        ';',
        '3',
        'm',
        '\u202e',
        'a',
        '\n',
      ),
    });
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (text) => {
        const clean = sanitizeOutput(text);
        expect(clean).not.toMatch(forbidden);
        expect(sanitizeOutput(clean)).toBe(clean);
      }),
    );
  });

  /** Every way to begin a sequence without ending it, and long ones that almost end. */
  const endless: readonly (readonly [string, (length: number) => string])[] = [
    ...['\x1b', '\x1b[', '\x9b', '\x1b]', '\x1bP', '\x1bX', '\x1b^', '\x1b_'].map(repeated),
    ...['\x90', '\x98', '\x9d', '\x9e', '\x9f', '\x9da', '\x90\x9d', '\x1b]\x9d'].map(repeated),
    ...['\x1b[0;', '\x1b[ ', '\x1b ', '\x9b0 ', '\x9d\x1b', '\x1b\x1b]', '\u202e'].map(repeated),
    ['one of parameters alone', (length) => `\x1b[${'0;'.repeat(length / 2)}`],
    [
      'one of parameters and blanks',
      (length) => `\x9b${'0'.repeat(length / 2)}${' '.repeat(length / 2)}`,
    ],
    ['a title without end', (length) => `\x1b]${'a'.repeat(length)}`],
  ];

  it.each(endless)('takes time in proportion to the text: %s', (_what, textOf) => {
    const [short, long] = [textOf(2000), textOf(40_000)];
    // A twentyfold text takes four hundred times as long if every beginning is read to the end.
    expect(shortestMs(long)).toBeLessThan(100 * Math.max(shortestMs(short), 0.2));
  });
});

function repeated(unit: string): readonly [string, (length: number) => string] {
  const name = [...unit].map((character) => character.charCodeAt(0).toString(16)).join(' ');
  return [name, (length) => unit.repeat(length / unit.length)];
}

/** The shortest of a few measurements, because other load only adds time. */
function shortestMs(text: string): number {
  const times = [1, 2, 3, 4, 5].map(() => {
    const begun = performance.now();
    sanitizeOutput(text);
    return performance.now() - begun;
  });
  return Math.min(...times);
}
