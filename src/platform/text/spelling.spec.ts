import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unspelled } from '#test/support/unspelled.js';
import { sanitizeOutput } from './sanitize-output.js';
import { hasUnseen, spelled, spellingForm } from './spelling.js';

/** Any characters, with invisible ones more often than by chance. */
const anyText = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(
      '\u200d',
      '\u2060',
      '\u{e0041}',
      '\x1b',
      '[',
      'm',
      '\x85',
      '\r',
      '\n',
      '\ud800',
    ),
    fc.constantFrom('\\', 'u{', '200d', '\\u{200d}', '\\u{41}', '}', 'a'),
  ),
});

describe('a text that somebody is to judge or to repeat', () => {
  it('spells what would turn or hide a part of it', () => {
    expect(spelled('rm \u202e# txt.\u001b[8m -rf\u200b ~\r')).toBe(
      String.raw`rm \u{202e}# txt.\u{1b}[8m -rf\u{200b} ~\u{d}`,
    );
  });

  it.each([
    ['a joiner between emoji', '👩\u200d💻', '👩\\u{200d}💻'],
    ['a word joiner', 'a\u2060b', 'a\\u{2060}b'],
    ['tag characters', 'a\u{e0041}\u{e007f}', 'a\\u{e0041}\\u{e007f}'],
    ['marks of direction', '\u200eab\u200f\u061c', '\\u{200e}ab\\u{200f}\\u{61c}'],
    [
      'next line, and the separators of lines and paragraphs',
      '\x85\u2028\u2029',
      '\\u{85}\\u{2028}\\u{2029}',
    ],
    ['a soft hyphen', 'co\u00adoperate', 'co\\u{ad}operate'],
    [
      'blanks that look like the usual one',
      'a\u00a0b\u202fc\u2003d',
      'a\\u{a0}b\\u{202f}c\\u{2003}d',
    ],
    ['a byte order mark inside', 'a\ufeffb', 'a\\u{feff}b'],
    ['fillers', '\u3164\u115f\uffa0\u2800', '\\u{3164}\\u{115f}\\u{ffa0}\\u{2800}'],
    ['half a pair, and what is no character', '\ud83d \uffff', '\\u{d83d} \\u{ffff}'],
    ['NUL, escape, delete, form feed', '\0\x1b\x7f\f', '\\u{0}\\u{1b}\\u{7f}\\u{c}'],
    ['selectors that nothing shows', 'a\ufe00\u{e0100}', 'a\\u{fe00}\\u{e0100}'],
  ])('spells %s', (_what, text, shown) => {
    expect(spelled(text)).toBe(shown);
    expect(unspelled(shown)).toBe(text);
  });

  it.each([
    'echo "äöü 日本"\n\tls',
    'שָׁלוֹם عَرَبِيّ ٪ \u0600',
    '❤️ 1️⃣ 🇩🇪 👍🏽 e\u0301',
    '全角\u3000空白',
    'C:\\users\\u{1f600} \\u{41} \\u{0200d} \\u{200D} \\u200d \\u{110000} \\u{}',
  ])('is the text itself where all of it can be seen: %s', (text) => {
    expect(spelled(text)).toBe(text);
    expect(unspelled(text)).toBe(text);
  });

  it('holds nothing that would be taken out for a reader, and tells which character was there', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = spelled(text);
        expect(hasUnseen(shown)).toBe(false);
        expect(sanitizeOutput(shown)).toBe(shown);
        expect(spelled(shown)).toBe(shown);
        expect(unspelled(shown)).toBe(unspelled(text));
        if (!spellingForm.test(text)) expect(unspelled(shown)).toBe(text);
        spellingForm.lastIndex = 0;
      }),
    );
  });
});
