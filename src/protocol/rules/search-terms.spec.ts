import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldText, indexedTerms, searchTerms } from './search-terms.js';

describe('searchTerms', () => {
  it.each([
    ['lower-cased runs of letters and digits', 'Deploy v2, NOW!', [['deploy'], ['v2'], ['now']]],
    [
      'what operators and quotes leave',
      '"a" OR (b* AND NOT c:d) ^e -f',
      [['a'], ['or'], ['b'], ['and'], ['not'], ['c'], ['d'], ['e'], ['f']],
    ],
    ['accents folded', 'Café Ёлка ΆΛΦΑ', [['cafe'], ['елка'], ['αλφα']]],
    ['full-width forms as ordinary ones', 'ＡＰＩ１', [['api1']]],
    ['Arabic without points and tatweel, whole words', 'الذَّاكِرة ذاكـرة', [['الذاكرة'], ['ذاكرة']]],
    ['Hindi words whole, vowel signs included', 'हिन्दी में', [['हिन्दी'], ['में']]],
    ['a Chinese run as its characters in a row', '数据库', [['数', '据', '库']]],
    ['a Japanese run likewise, the long mark included', 'データ', [['デ', 'ー', 'タ']]],
    ['a Korean run by syllables', '메모리를', [['메', '모', '리', '를']]],
    ['a mixed run in its order', 'v2数据', [['v2', '数', '据']]],
    ['nothing of blanks and signs', ' \t\0 !?* ""', []],
  ])('takes %s', (_what, query, terms) => {
    expect(searchTerms(query)).toEqual(terms);
  });

  it('looks at the first twelve terms only', () => {
    const words = Array.from({ length: 20 }, (_, index) => `w${index}`);
    expect(searchTerms(words.join(' ')).flat()).toEqual(words.slice(0, 12));
  });

  it('cuts a word of ten kilobytes as it was cut when indexed', () => {
    const long = 'x'.repeat(10_000);
    expect(searchTerms(long).flat().join(' ')).toBe(indexedTerms(long));
  });

  it('never hands on anything but letters, digits and their marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (query) => {
        for (const part of searchTerms(query).flat()) expect(part).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
        expect(searchTerms(query).length).toBeLessThanOrEqual(12);
      }),
    );
  });

  it('asks of a text only for what the index was given of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const indexed = ` ${indexedTerms(text)} `;
        for (const term of searchTerms(text)) expect(indexed).toContain(` ${term.join(' ')} `);
      }),
    );
  });
});

describe('foldText', () => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });
});
