import { describe, expect, it } from '@jest/globals';
import { readList } from './read-list.js';
import type { ItemReader } from './read-list.js';

/** Takes what has an even `n`. */
const evenOnes: ItemReader<unknown> = ({ n }, at, warn) => {
  if (Number(n) % 2 === 0) return n;
  warn(`${at} is odd`);
  return null;
};

const read = (list: unknown) => {
  const warnings: string[] = [];
  const items = readList({ things: list }, 'things', (text) => warnings.push(text), evenOnes);
  return { items, warnings };
};

describe('readList', () => {
  it('keeps what its reader takes, in order, and names the place of the rest', () => {
    expect(read([{ n: 2 }, { n: 3 }, null, 'x', [], { n: 4 }])).toEqual({
      items: [2, 4],
      warnings: [
        'things[1] is odd',
        'things[2] is not an object; dropped.',
        'things[3] is not an object; dropped.',
        'things[4] is not an object; dropped.',
      ],
    });
  });

  it('keeps an item that counts as nothing', () => {
    expect(read([{ n: 0 }]).items).toEqual([0]);
  });

  it('is silent about a list that is not there, and one without anything in it', () => {
    for (const list of [undefined, []]) {
      expect(read(list)).toEqual({ items: undefined, warnings: [] });
    }
  });

  it.each([null, {}, 'x', 7])('says that %j is no list', (list) => {
    expect(read(list)).toEqual({
      items: undefined,
      warnings: ['contributes.things is not an array; ignored.'],
    });
  });
});
