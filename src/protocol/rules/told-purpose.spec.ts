import { describe, expect, it } from '@jest/globals';
import { purposeTexts } from '../texts/purposes.js';
import { reviewTexts } from '../texts/review.js';
import { toldHeadings, toldPurpose, toldTurn } from './told-purpose.js';

const pass = reviewTexts.pass(1, 2);

describe('what is told of a turn', () => {
  it('is a sentence whoever takes it', () => {
    expect(toldTurn('Helena Marsh', purposeTexts.carryOut('Intake'))).toBe(
      'Helena Marsh carries out "Intake"',
    );
    expect(toldTurn('Ada', purposeTexts.doYourPart('Build "it"'))).toBe(
      'Ada does their part of "Build "it""',
    );
    expect(toldPurpose(purposeTexts.answer(2))).toBe(
      'answers the strongest point against them (round 2)',
    );
    expect(toldPurpose(reviewTexts.judge(pass))).toBe(
      'judges the files that were produced (pass 1 of 2)',
    );
  });

  it('leaves out the instructions behind a revision', () => {
    const told = 'changes their files to answer the review (pass 1 of 2)';
    expect(toldPurpose(reviewTexts.revise(pass))).toBe(told);
    expect(toldPurpose(`${reviewTexts.revise(pass)}. ${reviewTexts.owned(['2'])}`)).toBe(told);
  });

  it('speaks of everybody in the third person', () => {
    const { carryOut, doYourPart, answer, ...fixed } = purposeTexts;
    const { judge, judgeAgain, rule, ruleAgain, revise } = reviewTexts;
    const purposes = [
      ...Object.values(fixed),
      ...[carryOut, doYourPart].map((of) => of('Build')),
      answer(2),
      ...[judge, judgeAgain, rule, ruleAgain, revise].map((of) => of(pass)),
    ];
    for (const purpose of purposes) {
      expect(toldPurpose(purpose)).toMatch(/^[a-z]+s /);
      expect(toldPurpose(purpose)).not.toMatch(/\byour?\b/);
    }
  });

  it('stands in headings of documents', () => {
    const text = '## ada: carry out "Build"\n\nDone.\n\n## Built: all of it';
    expect(toldHeadings(text, () => 'Ada')).toBe(
      '## Ada carries out "Build"\n\nDone.\n\n## Built: all of it',
    );
  });

  it('stays as it is where it is of somebody else', () => {
    expect(toldTurn('Ada', 'look around')).toBe('Ada: look around');
  });
});
