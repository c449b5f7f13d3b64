import { describe, expect, it } from '@jest/globals';
import type { MemoryFact } from '../../protocol/records/memory.js';
import { scanFacts } from './fact-finder.js';

const fact = (text: string, tags: string[] = []): MemoryFact =>
  ({ text, tags }) as unknown as MemoryFact;

describe('scanFacts', () => {
  const pages = [
    [fact('The Cache is cold.'), fact('Nothing.', ['CACHE'])],
    [fact('cachés'), fact('x')],
  ];
  let read = 0;

  async function* reading(): AsyncGenerator<readonly MemoryFact[]> {
    for (const page of pages) {
      read += 1;
      yield page;
    }
  }

  const scan = async (query: string, limit = 10): Promise<string[]> => {
    read = 0;
    return (await scanFacts(reading(), query, limit)).map(({ text }) => text);
  };

  it('finds pieces of texts and tags, whatever the case and the accents, in the order of the pages', async () => {
    expect(await scan(' cache ')).toEqual(['The Cache is cold.', 'Nothing.', 'cachés']);
    expect(await scan('ache is')).toEqual(['The Cache is cold.']);
    expect(await scan('%')).toEqual([]);
  });

  it('reads no more than it needs', async () => {
    expect(await scan('cache', 1)).toEqual(['The Cache is cold.']);
    expect(read).toBe(1);
    await scan('cache', 3);
    expect(read).toBe(2);
  });
});
