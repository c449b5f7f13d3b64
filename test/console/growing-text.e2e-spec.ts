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
    const { groups, last } = growing.read(whole);
    const blocks = groups.flat();
    expect(blocks.join('') + last).toBe(whole);
    expect(blocks).toContain('```ts\nconst a = 1;\n\nconst b = 2;\n```\n\n');
    expect(last.trimStart()).toBe('The last');
  });

  it('keeps whole blocks as they are, in groups of which the last one grows', () => {
    const growing = new GrowingText();
    const seen = new Set<string>();
    const seenGroups = new Set<unknown>();
    let written = '';
    for (let n = 0; n < 500; n += 1) {
      written += `Paragraph ${n} of it.\n\n`;
      const { groups } = growing.read(written);
      for (const block of groups.flat()) seen.add(block);
      for (const group of groups) seenGroups.add(group);
    }
    expect(seen.size).toBe(500);
    // Only the last group is another with each block.
    expect(seenGroups.size).toBe(500);
  });

  it('begins anew when the text does', () => {
    const growing = new GrowingText();
    growing.read('one\n\ntwo\n\nthree');
    expect(growing.read('another\n\ntext')).toEqual({
      ...{ groups: [['another\n\n']], last: 'text', isBehind: false },
    });
  });

  it('reads a burst in pieces of bounded length', () => {
    const growing = new GrowingText();
    const burst = 'A paragraph of the burst.\n\n'.repeat(1000);
    let reads = 0;
    let length = 0;
    for (let isBehind = true; isBehind; reads += 1) {
      const read = growing.read(burst);
      const now = read.groups.flat().join('').length + read.last.length;
      expect(now - length).toBeLessThanOrEqual(4000);
      length = now;
      isBehind = read.isBehind;
    }
    expect(length).toBe(burst.length);
    expect(reads).toBe(Math.ceil(burst.length / 4000));
  });
});
