import { describe, expect, it } from '@jest/globals';
import { titleOf, unannounced } from '../../console/src/approvals/announcements.js';
import { answerOf, reactionTo, writesOther } from '../../console/src/approvals/answer-keys.js';
import { inboxOrder, shownFirst, stillShown } from '../../console/src/approvals/inbox-order.js';
import type { ApprovalKind } from '../../src/protocol/records/enums.js';
import { sampleApproval } from '../support/sample-records.js';

const press = { altKey: true, ctrlKey: false, metaKey: false, repeat: false, code: 'KeyY' };

describe('a key for approvals', () => {
  it('approves once or for the run, or refuses, with Alt alone', () => {
    expect(answerOf(press)).toBe('approve');
    expect(answerOf({ ...press, code: 'KeyR' })).toBe('approve-run');
    expect(answerOf({ ...press, code: 'KeyN' })).toBe('refuse');
    expect(answerOf({ ...press, code: 'KeyX' })).toBeNull();
    expect(answerOf({ ...press, altKey: false })).toBeNull();
    // AltGr, which writes letters.
    expect(answerOf({ ...press, ctrlKey: true })).toBeNull();
  });

  it('is no letter that is typed, unless the keyboard writes another one with it', () => {
    expect(writesOther({ code: 'KeyN', key: 'n' })).toBe(false);
    expect(writesOther({ code: 'KeyY', key: 'Y' })).toBe(false);
    expect(['Dead', '®', '¥'].map((key) => writesOther({ code: 'KeyR', key }))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('answers only what has been in view for a moment, and nothing while it is held', () => {
    const inView = { isFolded: false, isReady: true };
    expect(reactionTo(press, inView)).toBe('answer');
    expect(reactionTo(press, { ...inView, isReady: false })).toBe('ignore');
    expect(reactionTo(press, { isFolded: true, isReady: false })).toBe('unfold');
    expect(reactionTo({ repeat: true }, inView)).toBe('ignore');
    expect(reactionTo({ repeat: true }, { isFolded: true, isReady: false })).toBe('ignore');
  });
});

describe('the order of the inbox', () => {
  const asked = (id: string, kind: ApprovalKind, requestedAt: number) =>
    sampleApproval({ id, kind, requestedAt });
  const waiting = [asked('a', 'memory', 9), asked('b', 'shell', 1), asked('c', 'shell', 2)];

  it('is the highest risk first, then the newest', () => {
    expect(inboxOrder(waiting).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect(inboxOrder([...waiting, asked('d', 'risk', 0)])[0]?.id).toBe('d');
  });

  it('puts nothing in the place of what is shown until that was answered', () => {
    expect(shownFirst(waiting, 'b')?.id).toBe('b');
    expect(shownFirst(waiting, 'answered')?.id).toBe('c');
    expect(shownFirst([], 'b')).toBeUndefined();
  });

  it('is led by the run whose page is open', () => {
    const of = (runId: string, id: string) => sampleApproval({ id, runId, kind: 'write' });
    const both = [...waiting, of('run_b', 'own'), of('run_c', 'other')];
    expect(shownFirst(both, null, 'run_b')?.id).toBe('own');
    expect(shownFirst(both, 'a', 'run_b')?.id).toBe('a');
    expect(shownFirst(both, null, 'run_without')?.id).toBe('c');
    expect(stillShown(both, 'other', 'run_b')).toBeNull();
    expect(stillShown(both, 'own', 'run_b')).toBe('own');
    expect(stillShown(both, 'other', 'run_without')).toBe('other');
    expect(stillShown(both, 'other', null)).toBe('other');
  });
});

describe('what is said of approvals outside of the page', () => {
  it('tells of each once, also when others are answered before it', () => {
    const [a, b] = [{ id: 'a' }, { id: 'b' }];
    expect(unannounced([a, b], new Set(['a']))).toEqual([b]);
    expect(unannounced([a], new Set(['a', 'b']))).toEqual([]);
  });

  it('names the page, its floor, and how many wait', () => {
    expect(titleOf('Memory', 'First', 0)).toBe('Memory · First · Office');
    expect(titleOf('', '', 2)).toBe('(2) Approval needed · Office');
  });
});
