import { describe, expect, it } from '@jest/globals';
import { GrowingText } from '../../console/src/ui/growing-text.js';

describe('text that is being written', () => {
  const text = [
    '# Title\n\nA paragraph\nof two lines.\n\n',
    '```ts\nconst a = 1;\n\nconst b = 2;\n```\n\n',
    '- one\n- two\n\n\n',
    'The last',
  ];

  it.each([1, 3, 7, 1000])('has the same blocks in pieces of %d characters', (size) => {
    const growing = new GrowingText();
    const whole = text.join('');
    for (let end = size; end < whole.length; end += size) growing.read(whole.slice(0, end));
    const { whole: blocks, last } = growing.read(whole);
    expect(blocks.join('') + last).toBe(whole);
    expect(blocks).toContain('```ts\nconst a = 1;\n\nconst b = 2;\n```\n\n');
    expect(last.trimStart()).toBe('The last');
  });

  it('keeps whole blocks as they are, so that each is set once', () => {
    const growing = new GrowingText();
    const seen = new Set<string>();
    let written = '';
    for (let n = 0; n < 500; n += 1) {
      written += `Paragraph ${n} of it.\n\n`;
      for (const block of growing.read(`${written}rest`).whole) seen.add(block);
    }
    expect(seen.size).toBe(500);
  });

  it('begins anew when the text does', () => {
    const growing = new GrowingText();
    growing.read('one\n\ntwo\n\nthree');
    expect(growing.read('another\n\ntext')).toEqual({ whole: ['another\n\n'], last: 'text' });
  });
});
