import { describe, expect, it } from '@jest/globals';
import { sampleApproval } from '#test/support/sample-records.js';
import type { ApprovalItem } from '../../protocol/records/approval-parts.js';
import type { Approval } from '../../protocol/records/work.js';
import {
  changedSinceYes,
  type Decision,
  decideApproval,
  isCoveredBy,
  refusalOf,
} from './decide-approval.js';

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

/** Three calls of one answer; only the last may be given for the run. */
const together: Approval = {
  ...pending,
  items: [item('a'), item('b'), { ...item('c'), scopes: ['once', 'run'], covers: 'npm test' }],
};

function item(id: string): ApprovalItem {
  return { id, tool: 'run_shell', kind: 'shell', summary: id, detail: id };
}

const answersOf = ({ items = [] }: Approval): readonly (boolean | undefined)[] =>
  items.map(({ approved }) => approved);

describe('an answer to calls that are asked together', () => {
  const open = undefined;

  it.each<[Partial<Decision>, Approval['status'], readonly (boolean | undefined)[]]>([
    [{ approved: true }, 'approved', [true, true, true]],
    [{ approved: false }, 'rejected', [false, false, false]],
    [{ approved: null, items: { b: true } }, 'pending', [open, true, open]],
    [{ approved: null, items: { b: false } }, 'pending', [open, false, open]],
    [{ approved: false, items: { b: true } }, 'approved', [false, true, false]],
    [{ approved: true, items: { b: false } }, 'approved', [true, false, true]],
    [
      { approved: null, items: { a: false, b: false, c: false } },
      'rejected',
      [false, false, false],
    ],
    [{ approved: false, by: 'timeout' }, 'rejected', [false, false, false]],
    [{ approved: false, by: 'end' }, 'rejected', [open, open, open]],
  ])('%j makes it %s, its calls %j', (decision, status, answers) => {
    const after = decideApproval(together, { approved: null, reason: null, ...decision }, 9000);
    expect([after.status, answersOf(after)]).toEqual([status, answers]);
    expect(after.decidedAt).toBe(status === 'pending' ? null : 9000);
  });

  it('keeps who said what to which, and nothing is answered twice', () => {
    const ada = { approved: null, items: { a: true }, reason: 'fine', name: 'Ada' };
    const first = decideApproval(together, ada, 9000);
    const rest = { approved: false, reason: null, name: 'Bob' };
    const second = decideApproval(first, rest, 9001);
    expect(second.items).toMatchObject([
      { approved: true, reason: 'fine', decidedByName: 'Ada' },
      { approved: false, decidedByName: 'Bob' },
      { approved: false, decidedByName: 'Bob' },
    ]);
    expect(refusalOf(first, ada)).toBe(`Item "a" of approval "${pending.id}" has been answered.`);
  });

  it.each<[Partial<Decision>, string | null]>([
    [{ items: { d: true } }, 'has no item "d".'],
    [{ items: { a: true }, scope: 'run' }, 'can be given once only'],
    [{ items: { c: true }, scope: 'run' }, null],
    [{ items: { a: false, c: true }, scope: 'run' }, null],
    [{ approved: true, scope: 'run' }, 'can be given once only'],
    [{ items: { c: true }, scope: 'checks' }, 'is no check of the floor'],
  ])('%j is refused: %j', (decision, refusal) => {
    const said = refusalOf(together, { approved: null, reason: null, ...decision });
    expect(said).toEqual(refusal === null ? null : expect.stringContaining(refusal));
  });

  it('holds for the run for the item that it was given for alone, and at once', () => {
    const decision = { approved: null, items: { c: true }, scope: 'run', reason: null } as const;
    const given = decideApproval(together, decision, 9000);
    const [, , asked] = given.items ?? [];
    expect(given.status).toBe('pending');
    expect(isCoveredBy(given, { ...asked!, detail: 'npm test | tail' })).toBe(true);
    expect(isCoveredBy(given, { ...asked!, covers: 'npm run build' })).toBe(false);
  });
});

describe('a yes that is bound to files', () => {
  const file = (path: string, hash: string | null) => ({ path, hash });
  const asked = { ...pending, scopes: ['once', 'run'] as const, covers: 'node x.js' };
  const given = {
    ...decideApproval(asked, { approved: true, reason: null, scope: 'run' }, 9000),
    files: [file('x.js', 'a'), file('y.js', null)],
  };

  it.each([
    ['as they were', [file('y.js', null), file('x.js', 'a')], []],
    ['of which one has changed', [file('x.js', 'b'), file('y.js', null)], ['x.js']],
    ['of which one has appeared', [file('x.js', 'a'), file('y.js', 'a')], ['y.js']],
    ['of which one is gone', [file('x.js', null), file('y.js', null)], ['x.js']],
    ['with another', [...given.files, file('z.js', 'a')], ['z.js']],
    ['without one of them', [file('x.js', 'a')], ['y.js']],
    ['that no record holds', undefined, ['x.js', 'y.js']],
  ])('with those %s', (_, files, changed) => {
    const now = { ...asked, files };
    expect(isCoveredBy(given, now as Approval)).toBe(changed.length === 0);
    expect(changedSinceYes([given], now as Approval)).toEqual(changed);
  });

  it('is the last that was given to the same', () => {
    const other = { ...given, covers: 'node z.js', files: [file('x.js', 'c')] };
    const later = { ...given, files: [file('x.js', 'b')] };
    const now = { ...asked, files: [file('x.js', 'b')] };
    expect(changedSinceYes([given, later, other], now)).toEqual([]);
    expect(changedSinceYes([other], now)).toEqual([]);
  });
});
