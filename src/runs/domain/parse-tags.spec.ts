import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseTags } from './parse-tags.js';

describe('parseTags', () => {
  it.each([
    ['commas', 'TAGS: ui, api', ['ui', 'api']],
    ['bullets and bars', 'TAGS: ui • api | data', ['ui', 'api', 'data']],
    ['any case', 'tags: UI, Api', ['ui', 'api']],
    ['behind other lines', 'The objective.\n\nTAGS: docs\nMore.', ['docs']],
    ['as a list item in a quotation', '> - TAGS: docs', ['docs']],
    [
      'quotes and backticks taken off',
      'TAGS: `ui`, "api", \'data\', “docs”',
      ['ui', 'api', 'data', 'docs'],
    ],
    ['a line ending of Windows', 'TAGS: ui, api\r\nrest', ['ui', 'api']],
    ['empty ones left out', 'TAGS: ui,, ,api,', ['ui', 'api']],
    ['the first line with text', 'TAGS:\nTAGS: ui\nTAGS: api', ['ui']],
    ['set in bold', '**TAGS:** ui, api', ['ui', 'api']],
    ['no such line', 'Some tags: none of them', []],
    ['nothing', '', []],
  ])('%s', (_, summary, expected) => {
    expect(parseTags(summary)).toEqual(expected);
  });

  it('drops what is longer than 32 characters and keeps eight', () => {
    const long = 'x'.repeat(33);
    const tags = Array.from({ length: 10 }, (_, index) => `t${index}`);
    expect(parseTags(`TAGS: ${[long, ...tags].join(', ')}`)).toEqual(tags.slice(0, 8));
    expect(parseTags(`TAGS: ${'x'.repeat(32)}`)).toEqual(['x'.repeat(32)]);
  });

  it('never gives more, longer or unclean tags, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const tags = parseTags(`TAGS: ${text}`);
        expect(tags.length).toBeLessThanOrEqual(8);
        for (const tag of tags) {
          expect(tag.length).toBeLessThanOrEqual(32);
          expect(tag).not.toBe('');
          expect(tag).toBe(tag.trim());
          expect(tag).not.toMatch(/[,•|`"]/);
        }
      }),
    );
  });
});
