import { describe, expect, it } from '@jest/globals';
import { sampleCheck } from '#test/support/sample-records.js';
import type { CheckRecord } from '../records/evidence.js';
import type { PlannedCheck, WorkPlan } from '../records/work-plan.js';
import {
  checkResults,
  checksOf,
  failedChecksError,
  failuresKept,
  notCheckedIn,
} from './check-states.js';

const npmTest: PlannedCheck = { command: 'npm test', proves: 'it works' };
const planOf = (...checks: readonly PlannedCheck[]): WorkPlan => ({
  builders: [],
  checks,
  open: [],
  stages: [],
  review: 'one',
});
const before = (fields: Partial<CheckRecord> = {}) =>
  sampleCheck({ moment: 'before', exitCode: 1, failures: ['a'], ...fields });
const after = (fields: Partial<CheckRecord> = {}) =>
  sampleCheck({ exitCode: 1, failures: ['a'], ...fields });
const stateOf = (check: Partial<PlannedCheck>, ...checks: readonly CheckRecord[]) =>
  checkResults({ workPlan: planOf({ ...npmTest, ...check }), checks })[0]?.state;

describe('the state of a check', () => {
  it.each([
    ['not-run', {}, []],
    ['not-run', {}, [before()]],
    ['passed', {}, [before(), after({ exitCode: 0 })]],
    ['passed', {}, [after(), after({ exitCode: 0, moment: 'end' })]],
    ['failed', {}, [after({ exitCode: 0 }), after({ moment: 'end' })]],
    ['failed', {}, [after()]],
    ['failed', {}, [after({ exitCode: null })]],
    ['failed-before-and-after', {}, [before(), after()]],
    ['failed-before-and-after', {}, [before({ failures: ['a', 'b'] }), after()]],
    ['failed-before-and-after', {}, [before({ exitCode: null }), after({ exitCode: null })]],
    ['failed', { mustPass: true }, [before(), after()]],
    ['failed', {}, [before(), after({ failures: ['a', 'b'] })]],
    ['failed', {}, [before(), after({ exitCode: 2 })]],
    ['failed', {}, [before(), after({ exitCode: null })]],
    ['failed', {}, [before({ exitCode: 0 }), after()]],
  ] as const)('is %s (%j)', (state, check, records) => {
    expect(stateOf(check, ...records)).toBe(state);
  });

  it('is taken as the same failure where more failed before than is kept', () => {
    const many = Array.from({ length: failuresKept }, (_, index) => String(index));
    expect(stateOf({}, before({ failures: many }), after())).toBe('failed-before-and-after');
  });
});

describe('an outcome', () => {
  it.each([
    ['Done.\n\nNot checked: nothing proves it.', 'Not checked: nothing proves it.'],
    ['Not checked: x', 'Not checked: x'],
    ['Not checked: x\nbut then it was', null],
    [null, null],
  ])('%j says %j of the checks', (outcome, told) => {
    expect(notCheckedIn(outcome)).toBe(told);
  });
});

describe('the checks of a run', () => {
  it.each([
    ['npm run lint', 'npm run test', ['npm run lint', 'npm run test']],
    ['npm test', 'npm run test', ['npm test']],
    ['npm run build && npm t', 'npm run test', ['npm run build && npm t']],
    ['npm run test:unit', 'npm run test', ['npm run test:unit', 'npm run test']],
    ['pnpm test', 'npm run test', ['pnpm test', 'npm run test']],
    ['make test 2>&1', 'make test', ['make test 2>&1']],
  ])('are %s of the plan and %s of the project, once each', (command, projectTest, all) => {
    const run = { workPlan: planOf({ command, proves: 'x' }), projectTest };
    expect(checksOf(run).map((check) => check.command)).toEqual(all);
  });

  it('shows that of the project only where it was run', () => {
    const run = { projectTest: 'npm run test' };
    expect(checkResults(run)).toEqual([]);
    const ran = sampleCheck({ command: 'npm run test' });
    expect(checkResults({ ...run, checks: [ran] })).toMatchObject([{ state: 'passed' }]);
  });

  it('are named in the error of the run, with their codes', () => {
    const lint = { command: 'npm run lint', proves: 'style' };
    const checks = [after(), after({ command: lint.command, exitCode: null })];
    const run = { workPlan: planOf(npmTest, lint), checks };
    expect(failedChecksError(run)).toBe(
      'The checks did not pass: npm test (exit code 1), npm run lint (it did not end by itself).',
    );
    expect(failedChecksError({ ...run, checks: [after({ exitCode: 0 })] })).toBeNull();
  });
});
