import type { CheckState } from '../records/enums.js';
import type { CheckRecord } from '../records/evidence.js';
import type { Run } from '../records/work.js';
import type { PlannedCheck } from '../records/work-plan.js';
import { checkTexts } from '../texts/checks.js';

/** A check of a run with its results. */
export interface CheckResult extends PlannedCheck {
  readonly state: CheckState;
  /** Before the first write; null: it was not run then. */
  readonly before: CheckRecord | null;
  /** The latest since; null: it was not run since. */
  readonly last: CheckRecord | null;
}

type CheckedRun = Pick<Run, 'workPlan' | 'projectTest' | 'checks'>;

/** The checks of a run: those of its plan, and the project's own test command. */
export function checksOf({ workPlan, projectTest }: CheckedRun): readonly PlannedCheck[] {
  const { checks = [] } = workPlan ?? {};
  if (projectTest === undefined || checks.some(({ command }) => includes(command, projectTest))) {
    return checks;
  }
  return [...checks, { command: projectTest, proves: checkTexts.projectProves }];
}

/** The state of each check of the run. The project's own check is left out if it never ran. */
export function checkResults(run: CheckedRun): readonly CheckResult[] {
  const { checks: records = [], workPlan } = run;
  const planned = workPlan?.checks ?? [];
  return checksOf(run).flatMap((check) => {
    const own = records.filter(({ command }) => command === check.command);
    if (own.length === 0 && !planned.includes(check)) return [];
    const before = own.find(({ moment }) => moment === 'before') ?? null;
    const last = own.findLast(({ moment }) => moment !== 'before') ?? null;
    return [{ ...check, before, last, state: stateOf(check, before, last) }];
  });
}

/** Checks that fail the run in its present state. */
export function failingChecks(run: CheckedRun): readonly CheckResult[] {
  return checkResults(run).filter(({ state }) => state === 'failed');
}

/** The error of a run that ends with failing checks; null: none fails. */
export function failedChecksError(run: CheckedRun): string | null {
  const failed = failingChecks(run).map(({ command, last }) =>
    checkTexts.ended(command, last?.exitCode ?? null),
  );
  return failed.length === 0 ? null : checkTexts.didNotPass(failed);
}

/** The remark in an outcome that no check proves the run; null: there is none. */
export function notCheckedIn(outcome: string | null): string | null {
  const last = outcome?.split('\n').at(-1) ?? '';
  return last.startsWith(checkTexts.notChecked('')) ? last : null;
}

function stateOf(
  { mustPass }: PlannedCheck,
  before: CheckRecord | null,
  last: CheckRecord | null,
): CheckState {
  if (last === null) return 'not-run';
  if (last.exitCode === 0) return 'passed';
  const isOld = mustPass !== true && before !== null && isSameFailure(before, last);
  return isOld ? 'failed-before-and-after' : 'failed';
}

/** Further fingerprints are not kept, so other failures cannot be told apart. */
export const failuresKept = 200;

/** True if the exit code is the same and nothing new failed. */
function isSameFailure(before: CheckRecord, after: CheckRecord): boolean {
  if (before.exitCode === 0 || before.exitCode !== after.exitCode) return false;
  if (before.failures.length >= failuresKept) return true;
  return after.failures.every((failure) => before.failures.includes(failure));
}

/** True if a check contains the project's test command, in any of its spellings. */
function includes(command: string, projectTest: string): boolean {
  const [line, wanted] = [spelledOut(command), spelledOut(projectTest)];
  const at = line.indexOf(wanted);
  const around = line.slice(Math.max(0, at - 1), at) + line.charAt(at + wanted.length);
  return at >= 0 && !/[\w:-]/.test(around);
}

function spelledOut(command: string): string {
  return command
    .trim()
    .replaceAll(/\b(npm|pnpm|yarn) (?:run )?(?:test|t)(?![\w:-])/g, '$1 run test');
}
