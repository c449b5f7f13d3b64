import { describe, expect, it } from '@jest/globals';
import { commentHeadingTexts } from '../texts/comment-heading.js';
import { titleOf } from './run-title.js';

describe('what a run is called', () => {
  it('is its brief, or its title where the office wrote the brief', () => {
    expect(titleOf({ brief: 'Mend it\nby noon' })).toBe('Mend it\nby noon');
    expect(titleOf({ brief: 'Do what issue #3 asks.', title: 'It is slow (#3)' })).toBe(
      'It is slow (#3)',
    );
  });

  it.each([1, 2])('is the first comment where %i made its brief', (count) => {
    const comments = [
      'src/a.ts, written by Ada:',
      '- lines 2 to 5: Name it "date", please.',
      '- x',
    ];
    const brief = [commentHeadingTexts.heading(count), comments.slice(0, count + 1).join('\n')];
    expect(titleOf({ brief: brief.join('\n\n') })).toBe('Comment: Name it "date", please.');
    const alone = { brief: commentHeadingTexts.heading(count) };
    expect(titleOf(alone)).toBe(alone.brief);
  });
});
