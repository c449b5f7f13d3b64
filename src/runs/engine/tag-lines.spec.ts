import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readTags } from './tag-lines.js';

describe('readTags', () => {
  it.each<[string, string, string[], string]>([
    ['commas', 'TAGS: ui, api', ['ui', 'api'], ''],
    ['bullets and bars', 'TAGS: ui • api | data', ['ui', 'api', 'data'], ''],
    ['any case', 'Do it.\ntags: UI, Api', ['ui', 'api'], 'Do it.'],
    ['with one capital', 'Do it.\n\nTags: ui', ['ui'], 'Do it.'],
    ['between other lines', 'Do it.\n\nTAGS: docs\n\nMore.', ['docs'], 'Do it.\n\nMore.'],
    ['directly before another line', 'Do it.\nTAGS: docs\nMore.', ['docs'], 'Do it.\nMore.'],
    ['before all others', 'TAGS: docs\n\nDo it.', ['docs'], 'Do it.'],
    ['as a list item in a quotation', 'Do it.\n> - TAGS: docs', ['docs'], 'Do it.'],
    [
      'quotes and backticks',
      'TAGS: `ui`, "api", \'data\', “docs”',
      ['ui', 'api', 'data', 'docs'],
      '',
    ],
    ['a line ending of Windows', 'TAGS: ui, api\r\nrest', ['ui', 'api'], 'rest'],
    ['blanks at the end', 'Do it.\nTAGS: ui, api  \t', ['ui', 'api'], 'Do it.'],
    ['blanks before the colon', 'TAGS : ui', ['ui'], ''],
    ['empty ones left out', 'TAGS: ui,, ,api,', ['ui', 'api'], ''],
    ['the first line with tags', 'TAGS:\nTAGS: ui\nTAGS: api\nDo it.', ['ui'], 'Do it.'],
    ['in bold with the colon', '**TAGS:** ui, api', ['ui', 'api'], ''],
    ['in bold before the colon', 'Do it.\n**Tags**: ui, api', ['ui', 'api'], 'Do it.'],
    ['all of it in bold', '**Tags: ui, api**', ['ui', 'api'], ''],
    ['in italics', '_TAGS:_ ui', ['ui'], ''],
    ['in code', '`TAGS: ui, api`', ['ui', 'api'], ''],
    ['as a heading', 'Do it.\n\n## Tags: ui', ['ui'], 'Do it.'],
    ['as hashes', 'TAGS: #ui, #api', ['ui', 'api'], ''],
    ['in brackets', 'TAGS: [ui, api]', ['ui', 'api'], ''],
    ['a wide colon', 'TAGS：ui、api', ['ui', 'api'], ''],
    [
      'a list below',
      'Do it.\n\n**TAGS:**\n- ui\n- `api`\n\nMore.',
      ['ui', 'api'],
      'Do it.\n\nMore.',
    ],
    ['a numbered list below', 'TAGS:\n1. ui\n2) api\nMore.', ['ui', 'api'], 'More.'],
    ['in a numbered list', '1. TAGS: ui', ['ui'], ''],
    ['in a row of a table', '| TAGS: ui |', ['ui'], ''],
    ['in round brackets', '(TAGS: ui, api)', ['ui', 'api'], ''],
    ['hashes without commas', 'TAGS: #ui #api', ['ui', 'api'], ''],
    ['the end of a sentence', 'TAGS: ui, api.', ['ui', 'api'], ''],
    ['the word for none', 'Do it.\nTAGS: none', [], 'Do it.'],
    ['a line that names none', 'Do it.\nTAGS:\n', [], 'Do it.'],
    ['no such line', 'Some tags: none of them', [], 'Some tags: none of them'],
    ['another word', 'Tagsuche: x\nTAGSX: y', [], 'Tagsuche: x\nTAGSX: y'],
    ['nothing', '', [], ''],
  ])('%s', (_, answer, tags, text) => {
    expect(readTags(answer)).toEqual({ tags, text });
  });

  it('drops what is longer than 32 characters and keeps eight', () => {
    const long = 'x'.repeat(33);
    const tags = Array.from({ length: 10 }, (_, index) => `t${index}`);
    expect(readTags(`TAGS: ${[long, ...tags].join(', ')}`).tags).toEqual(tags.slice(0, 8));
    expect(readTags(`TAGS: ${'x'.repeat(32)}`).tags).toEqual(['x'.repeat(32)]);
  });

  it('never gives more, longer or unclean tags, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { tags } = readTags(`TAGS: ${text}`);
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

  it('leaves any text without such a line as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/tags/i.test(text));
        expect(readTags(text)).toEqual({ tags: [], text });
      }),
    );
  });
});
