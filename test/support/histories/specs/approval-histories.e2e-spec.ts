import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { runTexts } from '#protocol/texts/runs.js';
import { linearize } from '../linearizable.js';
import { approvalModel, type ApprovalOperation } from '../models/approval-model.js';
import { type Done, ok, refused } from './done.js';
import { afterwards, madeBy } from './schedules.js';

const isOfApproval = (operations: readonly ApprovalOperation[]): string =>
  linearize(approvalModel('a'), operations).is;

describe('an approval in a history', () => {
  const tooLate = runTexts.approvalNotPending('a');
  /** Null reads. */
  const asked = fc.constantFrom(true, false, null);
  const real = () => {
    let decided: boolean | null = null;
    const status = () =>
      decided === null ? 'pending' : decided ? ('approved' as const) : ('rejected' as const);
    return (approved: boolean | null): Done<ApprovalOperation> => {
      if (approved === null) return ok('approval.read', { approval: 'a' }, { status: status() });
      const input = { approval: 'a', approved };
      if (decided !== null) return refused('approve', input, tooLate);
      decided = approved;
      return ok('approve', input, { status: status() });
    };
  };
  const histories = madeBy<ApprovalOperation['kind'], boolean | null>(asked, real);
  const given = histories as fc.Arbitrary<readonly ApprovalOperation[]>;

  it('passes whatever one row can answer', () => {
    fc.assert(
      fc.property(given, (operations) => {
        expect(isOfApproval(operations)).toBe('linearizable');
      }),
    );
  });

  it.each<[string, readonly Done<ApprovalOperation>[]]>([
    [
      'it is decided twice',
      [
        ok('approve', { approval: 'a', approved: true }, { status: 'approved' }),
        ok('approve', { approval: 'a', approved: true }, { status: 'approved' }),
      ],
    ],
    [
      'a yes becomes a no',
      [
        ok('approval.read', { approval: 'a' }, { status: 'approved' }),
        ok('approval.read', { approval: 'a' }, { status: 'rejected' }),
      ],
    ],
    [
      'it is open again',
      [
        refused('approve', { approval: 'a', approved: true }, tooLate),
        ok('approval.read', { approval: 'a' }, { status: 'pending' }),
      ],
    ],
    ['a refusal has other words', [refused('approve', { approval: 'a', approved: true }, 'No.')]],
  ])('fails where %s', (_, more) => {
    fc.assert(
      fc.property(given, (operations) => {
        const all = afterwards(operations as never, ...(more as never[]));
        expect(isOfApproval(all as never)).toBe('impossible');
      }),
    );
  });

  it('answers each item once, and is approved if any is', () => {
    const model = approvalModel('a', ['one', 'two']);
    const answer = (item: string, approved: boolean, status: 'pending' | 'approved') =>
      ok(
        'approve',
        { approval: 'a', approved: null, items: { [item]: approved } },
        { status, items: item === 'one' ? { one: approved } : { one: true, two: approved } },
      );
    const first = answer('one', true, 'pending');
    const isSo = (...more: never[]): string =>
      linearize(model, afterwards([], ...more) as never).is;
    expect(isSo(first, answer('two', false, 'approved'))).toBe('linearizable');
    expect(isSo(first, first)).toBe('impossible');
    const again = { approval: 'a', approved: null, items: { one: true } };
    expect(isSo(first, refused('approve', again, runTexts.approvalItemDecided('a', 'one')))).toBe(
      'linearizable',
    );
  });
});
