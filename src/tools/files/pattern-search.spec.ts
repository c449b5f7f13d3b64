import { describe, expect, it } from '@jest/globals';
import { PatternSearch } from './pattern-search.js';

const source = (pattern: string) => ({ source: pattern, flags: '' });

describe('PatternSearch', () => {
  it('tells which lines match, at most so many', async () => {
    const search = new PatternSearch(source('a'), 10_000);
    expect(await search.match(['a', 'b', 'ca', ''], 10)).toEqual([0, 2]);
    expect(await search.match(['a', 'a', 'a'], 2)).toEqual([0, 1]);
    await search.close();
  });

  it('ends a pattern that would not end, and lets the event loop run meanwhile', async () => {
    const search = new PatternSearch(source('^(a+)+$'), 300);
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 10);
    await expect(search.match([`${'a'.repeat(60)}!`], 1)).rejects.toThrow(
      'The search was stopped after 0.3 s. Simplify the pattern or search a smaller directory.',
    );
    clearInterval(turning);
    expect(turns).toBeGreaterThan(10);
    await search.close();
  });

  it('counts the time of the whole search, not of one file', async () => {
    const search = new PatternSearch(source('x'), 0);
    await expect(search.match(['x'], 1)).rejects.toThrow('was stopped');
    await search.close();
  });

  it('reports a pattern that is valid and too large to be carried out', async () => {
    const search = new PatternSearch(source(`(?:${'a?'.repeat(60_000)})b`), 10_000);
    const outcome = search.match(['aaa'], 1).then(String, (error: Error) => error.message);
    expect((await outcome).slice(0, 60)).toMatch(/^The pattern could not be applied: Invalid/);
    await search.close();
  });

  it('refuses what is no regular expression', () => {
    expect(() => new PatternSearch(source('['), 1000)).toThrow('The pattern cannot be used:');
  });
});
