import { describe, expect, it } from '@jest/globals';
import { reviewTexts } from '../texts/review.js';
import { reviewPasses } from './review-passes.js';

describe('reviewPasses', () => {
  const purposes = (...all: string[]) => all.map((purpose) => ({ purpose }));

  it('is the last pass in which somebody judged or ruled', () => {
    const first = reviewTexts.pass(1, 2);
    const turns = purposes(reviewTexts.judge(first), reviewTexts.rule(first));
    expect(reviewPasses(turns)).toBe(1);
    const revised = [...turns, ...purposes(reviewTexts.revise(first))];
    expect(reviewPasses(revised)).toBe(1);
    const second = purposes(reviewTexts.judgeAgain(reviewTexts.pass(2, 2)));
    expect(reviewPasses([...revised, ...second])).toBe(2);
  });

  it('is none where nobody reviewed', () => {
    expect(reviewPasses([])).toBe(0);
    expect(reviewPasses(purposes('do your part', 'look at pass 2 of 2'))).toBe(0);
  });
});
