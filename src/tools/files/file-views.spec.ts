import { describe, expect, it } from '@jest/globals';
import { FileViews, maxViewCharacters } from './file-views.js';

describe('the files a turn has seen', () => {
  it('are kept up to 8 MB together, the latest ones', () => {
    const views = new FileViews();
    const large = 'x'.repeat(maxViewCharacters);
    for (const name of ['a', 'b', 'c', 'd']) views.note(name, large);
    expect(views.seen('a')).toBe(large);
    views.note('a', 'small');
    views.note('e', large.slice(10));
    expect(['a', 'b', 'c'].map((name) => views.seen(name)?.length)).toEqual([
      5,
      maxViewCharacters,
      maxViewCharacters,
    ]);
    views.note('f', large);
    expect(views.seen('b')).toBeUndefined();
    expect(views.seen('a')).toBe('small');
  });

  it('are forgotten where a file has become too large', () => {
    const views = new FileViews();
    views.note('a', 'small');
    views.note('a', 'x'.repeat(maxViewCharacters + 1));
    expect(views.seen('a')).toBeUndefined();
  });

  it('may be many while they are small', () => {
    const views = new FileViews();
    for (let at = 0; at < 1000; at++) views.note(`f${at}`, 'text');
    expect(views.seen('f0')).toBe('text');
  });
});
