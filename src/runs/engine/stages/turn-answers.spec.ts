import { describe, expect, it } from '@jest/globals';
import { sampleTurn } from '#test/support/sample-records.js';
import { answerOf, handsOver, joinAnswers } from './turn-answers.js';

const done = (text: string, answerFrom?: number) =>
  sampleTurn({ status: 'done', text, ...(answerFrom !== undefined && { answerFrom }) });

describe('what a turn came to', () => {
  it('is its last answer, without what it said between tool calls', () => {
    expect(answerOf(done('Let me look.\n\nFixed.', 14))).toBe('Fixed.');
    expect(answerOf(done('Fixed.'))).toBe('Fixed.');
  });

  it('is told as failed, with the reason, where it failed', () => {
    const failed = sampleTurn({ status: 'failed', error: 'No money.', text: 'Half' });
    expect(joinAnswers([failed, sampleTurn({ status: 'failed', error: 'Cut.', text: '' })])).toBe(
      [
        `## ${failed.employeeId}: ${failed.purpose}`,
        'This turn failed: No money.',
        'What it had said until then:',
        'Half',
        `## ${failed.employeeId}: ${failed.purpose}`,
        'This turn failed: Cut.',
      ].join('\n\n'),
    );
  });
});

describe('a hand-over', () => {
  it.each([
    'Half is done.\n\nStatus: to be continued',
    'x\n**Status: To be continued**  \n\n',
    'Status: to be continued.',
  ])('is the last line in the fixed form: %j', (text) => {
    expect(handsOver(done(text))).toBe(true);
  });

  it.each(['Status: to be continued\nNo, all done.', 'The status: to be continued', 'Done.', ''])(
    'is not: %j',
    (text) => {
      expect(handsOver(done(text))).toBe(false);
    },
  );

  it('is not made by a turn that failed, nor by what was said before the last answer', () => {
    const text = 'Status: to be continued';
    expect(handsOver(sampleTurn({ status: 'failed', text }))).toBe(false);
    expect(handsOver(done(`${text}\n\nDone.`, text.length + 2))).toBe(false);
  });
});
