import { describe, expect, it } from '@jest/globals';
import type { Run } from '#protocol/records/work.js';
import type { PlannedCheck, WorkPlan } from '#protocol/records/work-plan.js';
import { sampleApproval, sampleCheck, sampleRun } from '#test/support/sample-records.js';
import { asOfPass, dueChecks, notCheckedReason } from './due-checks.js';

const check: PlannedCheck = { command: 'npm run lint', proves: 'style' };
const plan = (paths: readonly string[], ...checks: readonly PlannedCheck[]): WorkPlan => ({
  builders: [{ roleId: 'dev', part: 'all', paths }],
  checks,
  open: [],
  stages: [],
  review: 'one',
});
const run = (fields: Partial<Run> = {}) => sampleRun({ projectTest: 'npm run test', ...fields });

describe('the checks that are due', () => {
  it.each([
    [[], ['src'], ['npm run lint', 'npm run test']],
    [[], [], ['npm run lint', 'npm run test']],
    [[], ['README.md', 'docs/a.png'], ['npm run lint']],
    [['README.md'], ['src'], ['npm run lint']],
    [['README.md', 'src/a.ts'], ['README.md'], ['npm run lint', 'npm run test']],
    [['data/a.json'], [], ['npm run lint', 'npm run test']],
    [['LICENSE', 'docs/CHANGELOG'], [], ['npm run lint']],
  ])('after changes of %j, with %j planned, are %j', (changed, paths, commands) => {
    const due = dueChecks(run({ workPlan: plan(paths, check) }), changed);
    expect(due.map(({ command }) => command)).toEqual(commands);
  });
});

describe('the reason why a run was not checked', () => {
  const workPlan = plan([], check);
  const facts = { changed: ['a.ts'], answer: undefined, simulated: false };
  const passed = sampleCheck({ command: check.command });
  const failed = { ...passed, exitCode: 1 };
  const before = { ...failed, moment: 'before' as const };
  const { projectTest: _, ...plain } = run();

  it.each([
    [plain, facts, 'no plan names a command that proves the work, and no test command was found'],
    [plain, { ...facts, simulated: true }, 'the employees are simulated'],
    [run(), { ...facts, changed: ['a.md'] }, 'only files without code were changed'],
    [
      run({ workPlan }),
      { ...facts, answer: sampleApproval({ status: 'rejected', decidedBy: 'timeout' }) },
      'nobody answered in time',
    ],
    [
      run({ workPlan }),
      { ...facts, answer: sampleApproval({ status: 'rejected', reason: 'no' }) },
      'a person refused the commands that check it: no',
    ],
    [run({ workPlan, checks: [before, failed] }), facts, 'every check failed before the work'],
  ])('is told', (given, told, reason) => {
    expect(notCheckedReason(given, told)).toContain(reason);
  });

  it('is none where a check passed, or nothing was changed', () => {
    expect(notCheckedReason(run({ workPlan, checks: [passed] }), facts)).toBeNull();
    expect(notCheckedReason(plain, { ...facts, changed: [] })).toBeNull();
  });
});

describe('a run as of a pass', () => {
  it('lacks what was run in that pass, later, and at the end', () => {
    const revision = (pass: number, stageId = 'review') =>
      sampleCheck({ moment: 'revision', stageId, pass });
    const built = sampleCheck();
    const other = revision(2, 'earlier review');
    const end = sampleCheck({ moment: 'end', stageId: null });
    const all = run({ checks: [built, other, revision(1), revision(2), end] });
    expect(asOfPass(all, 'review', 1).checks).toEqual([built, other]);
    expect(asOfPass(all, 'review', 2).checks).toEqual([built, other, revision(1)]);
    expect(asOfPass(run(), 'review', 1).checks).toEqual([]);
  });
});
