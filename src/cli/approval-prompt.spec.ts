import { describe, expect, it } from '@jest/globals';
import { sampleApproval } from '../../test/support/sample-records.js';
import { ApprovalPrompt } from './approval-prompt.js';

type Answer = 'yes' | 'no' | 'nobody';

/** A prompt with scripted answers; each question stays open until it is answered. */
function approvals(answers: Answer[], othersMayAnswer = false) {
  const sent: unknown[][] = [];
  const shown: string[] = [];
  const open: (() => void)[] = [];
  const terminal = {
    print: (lines: readonly string[]) => void shown.push(...lines),
    ask: (_question: string, withdrawn: AbortSignal) =>
      new Promise<Answer>((resolve) => {
        open.push(() => resolve(answers.shift() ?? 'nobody'));
        withdrawn.addEventListener('abort', () => resolve('nobody'));
      }),
  };
  const it = new ApprovalPrompt({
    terminal,
    answer: (...said) => sent.push(said),
    othersMayAnswer,
  });
  const put = (id: string) => it.request(sampleApproval({ id }), () => shown.push(id));
  return { it, put, sent, shown, open };
}

/** Lets settled promises run their callbacks. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('ApprovalPrompt', () => {
  it('sends what the person answered', async () => {
    const { put, open, sent } = approvals(['yes']);
    put('a');
    await settled();
    open[0]?.();
    await settled();
    expect(sent).toEqual([['a', true]]);
  });

  it('asks one thing at a time, in the order of asking', async () => {
    const { put, open, sent, shown } = approvals(['no', 'yes']);
    put('a');
    put('b');
    await settled();
    expect(shown).toEqual(['a']);
    open[0]?.();
    await settled();
    expect(shown).toEqual(['a', 'b']);
    open[1]?.();
    await settled();
    expect(sent).toEqual([
      ['a', false],
      ['b', true],
    ]);
  });

  it('asks about one approval once, though a lost line brings it up again', async () => {
    const { put, open, shown } = approvals(['yes']);
    put('a');
    put('a');
    await settled();
    open[0]?.();
    await settled();
    expect(shown).toEqual(['a']);
  });

  it('drops a question that someone else has answered', async () => {
    const { it: office, put, sent, shown } = approvals([]);
    put('a');
    put('b');
    await settled();
    office.withdraw('b');
    office.withdraw('a');
    await settled();
    expect(shown).toEqual(['a']);
    expect(sent).toEqual([]);
  });

  it('says no for a person who is not there, when nobody else could answer', async () => {
    const { put, open, sent } = approvals(['nobody']);
    put('a');
    await settled();
    open[0]?.();
    await settled();
    expect(sent).toEqual([['a', false, 'Nobody was at the terminal to ask.']]);
  });

  it('leaves it to other clients of an office that has some', async () => {
    const { put, open, sent, shown } = approvals(['nobody'], true);
    put('a');
    await settled();
    open[0]?.();
    await settled();
    expect(sent).toEqual([]);
    expect(shown.at(-1)).toContain('another client may answer');
  });
});
