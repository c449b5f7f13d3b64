import { describe, expect, it } from '@jest/globals';
import { sampleApproval } from '../../../test/support/sample-records.js';
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
    });
    expect(pending.status).toBe('pending');
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
