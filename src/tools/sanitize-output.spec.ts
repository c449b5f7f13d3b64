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
    ['bells, backspaces and carriage returns', 'a\x07b\x08c\r\nd\x7f', 'abc\nd'],
    ['a reversed file name', 'invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['isolates', '\u2066a\u2069', 'a'],
    ['zero-width characters', 'ig\u200Bno\uFEFFre', 'ignore'],
    ['letters smuggled as tags', 'hi\u{E0069}\u{E0067}', 'hi'],
  ])('removes %s', (_what, dirty, clean) => {
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

  it('takes time in proportion to the text', () => {
    const started = process.cpuUsage().user;
    sanitizeOutput('\x1b]'.repeat(200_000));
    sanitizeOutput('\x1b[' + '0;'.repeat(200_000));
    expect(process.cpuUsage().user - started).toBeLessThan(2_000_000);
  });
});
