import { describe, expect, it } from '@jest/globals';
import { sampleApproval } from '#test/support/sample-records.js';
import { decideApproval } from './decide-approval.js';

const pending = sampleApproval();

describe('decideApproval', () => {
  it.each([
    [true, 'approved'],
    [false, 'rejected'],
  ])('makes it %s: %s, with the time of the decision', (approved, status) => {
    expect(decideApproval(pending, { approved, reason: null }, 9000)).toEqual({
      ...pending,
      status,
      decidedAt: 9000,
      reason: null,
      decidedBy: 'person',
    });
    expect(pending.status).toBe('pending');
  });

  it('is decided no earlier than it was asked, where the clock was set back', () => {
    const { decidedAt } = decideApproval(pending, { approved: true, reason: null }, 10);
    expect(decidedAt).toBe(pending.requestedAt);
  });

  it.each([
    ['  Ada  ', 'Ada'],
    ['x'.repeat(81), 'x'.repeat(80)],
    ['  ', undefined],
    [undefined, undefined],
  ])('keeps who decided, named %j', (name, kept) => {
    const decided = decideApproval(pending, { approved: true, reason: null, name }, 9000);
    expect([decided.decidedBy, decided.decidedByName]).toEqual(['person', kept]);
  });

  it.each(['timeout', 'cancel', 'end'] as const)('says when it was no person: %s', (by) => {
    const decided = decideApproval(pending, { approved: false, reason: null, by }, 9000);
    expect(decided.decidedBy).toBe(by);
  });

  it.each([
    ['is kept without the blanks around it', '  Not on a Friday. ', 'Not on a Friday.'],
    ['is null when it is blank', ' \n', null],
    ['is null when there is none', null, null],
    ['is cut at 500 characters', 'x'.repeat(501), 'x'.repeat(500)],
  ])('the reason %s', (_, reason, kept) => {
    expect(decideApproval(pending, { approved: false, reason }, 9000).reason).toBe(kept);
  });
});
