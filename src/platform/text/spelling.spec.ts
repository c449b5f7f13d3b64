import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unspelled } from '#test/support/unspelled.js';
import { sanitizeOutput } from './sanitize-output.js';
import { spelled, spelledStrictly, spellingForm } from './spelling.js';

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
    ['a selector behind a letter', 'a\ufe0f❤\ufe0f\ufe0f', 'a\\u{fe0f}❤\ufe0f\\u{fe0f}'],
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
        expect(sanitizeOutput(shown)).toBe(shown);
        expect(spelled(shown)).toBe(shown);
        expect(unspelled(shown)).toBe(unspelled(text));
        if (!spellingForm.test(text)) expect(unspelled(shown)).toBe(text);
        spellingForm.lastIndex = 0;
      }),
    );
  });
});

describe('a command or a name that somebody is to judge', () => {
  it.each([
    ['an unusual blank of full width', 'rm\u3000x', 'rm\\u{3000}x'],
    ['a selector, behind a picture too', 'rm ❤\ufe0f', 'rm ❤\\u{fe0f}'],
    ['a joiner of pictures', '👩\u200d💻', '👩\\u{200d}💻'],
    ['Cyrillic letters in a Latin word', 'cat p\u0430ssw\u043erd', 'cat p\\u{430}ssw\\u{43e}rd'],
    ['a Greek letter in a Latin word', 'g\u03bft push', 'g\\u{3bf}t push'],
    [
      'an Armenian, a Cherokee and a Coptic one',
      'a\u0585 b\u13aa c\u2c9f',
      'a\\u{585} b\\u{13aa} c\\u{2c9f}',
    ],
    ['a whole word of twins', '\u0441\u043e\u0440\u0443 x', '\\u{441}\\u{43e}\\u{440}\\u{443} x'],
    ['letters of full width', '\uff52\uff4d x', '\\u{ff52}\\u{ff4d} x'],
    ['mathematical letters', '\u{1d42b}\u{1d426}', '\\u{1d42b}\\u{1d426}'],
    ['twins of signs', 'a\u2215b \u2212rf \u037e', 'a\\u{2215}b \\u{2212}rf \\u{37e}'],
    ['a letter that is a stroke', 'a \u01c0 sh', 'a \\u{1c0} sh'],
    ['phonetic letters and a dotless one', '\u0261it p\u0131ng', '\\u{261}it p\\u{131}ng'],
    ['a stroke through a letter, and a mark on a sign', 'l\u0338s -\u0301', 'l\\u{338}s -\\u{301}'],
    ['a heap of marks', 'e\u0301\u0301\u0301\u0301', 'e\u0301\u0301\\u{301}\\u{301}'],
    [
      'a filler, a tag, a blank of Braille',
      '\u3164\u{e0041}\u2800',
      '\\u{3164}\\u{e0041}\\u{2800}',
    ],
  ])('spells %s', (_what, text, shown) => {
    expect(spelledStrictly(text)).toBe(shown);
  });

  it.each([
    'echo "Größe, naïve, Œuvre, e\u0301, Tiếng Việt"\n\tls -la | wc',
    'git commit -m "修复：登录，測試 テスト 한국어"',
    'mkdir тест Привет ελληνικά עברית عربي हिन्दी ไทย',
    'echo 👍🏽 🇩🇪 — “done”',
  ])('leaves what is what it looks like: %s', (text) => {
    expect(spelledStrictly(text)).toBe(text);
  });

  it('spells every character that Unicode calls ignorable, a format, or another blank', () => {
    const kinds =
      /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Variation_Selector}]/u;
    const letterLike = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;
    const plain: string[] = [];
    for (let code = 0x80; code <= 0x10ffff; code++) {
      const one = String.fromCodePoint(code);
      if (!kinds.test(one) || letterLike.test(one)) continue;
      if (spelledStrictly(`a${one}b`) === `a${one}b`) plain.push(code.toString(16));
    }
    expect(plain).toEqual([]);
  });
});

it('prose keeps its blanks and pictures, and no invisible character or heap of marks', () => {
  const prose =
    'Prix\u00a0: 5\u202f€ — 👩\u200d💻 👩🏽\u200d🚒 ❤\ufe0f 全角\u3000空白, می\u200cخواهم, Größe';
  expect(sanitizeOutput(prose)).toBe(prose);
  expect(sanitizeOutput('a\u200bb\u3164\ufe00')).toBe('a\\u{200b}b\\u{3164}\\u{fe00}');
  expect(sanitizeOutput(`e${'\u0301'.repeat(9)}`)).toBe(`e${'\u0301'.repeat(8)}\\u{301}`);
});
