import { checkResults, checksOf } from '#protocol/rules/check-states.js';
import type { CheckRecord } from '#protocol/records/evidence.js';
import type { Approval, Run } from '#protocol/records/work.js';
import type { PlannedCheck } from '#protocol/records/work-plan.js';
import { checkTexts } from '#protocol/texts/checks.js';

/** Text and pictures, which no test command proves. */
const noCode =
  /(?:\.(?:md|mdx|markdown|txt|rst|adoc|png|jpe?g|gif|svg|webp|pdf)|(?:^|\/)(?:LICEN[CS]E|NOTICE|AUTHORS|CHANGELOG|README))$/i;

/**
 * The checks to be run now: those of the plan, and the project's own if code changed or, before the
 * first write, if the plan may change code.
 */
export function dueChecks(run: Run, changed: readonly string[]): readonly PlannedCheck[] {
  const planned = run.workPlan?.checks ?? [];
  const concernsCode = changed.length > 0 ? changed.some(isCode) : mayChangeCode(run);
  return checksOf(run).filter((check) => concernsCode || planned.includes(check));
}

function mayChangeCode({ workPlan }: Run): boolean {
  const { builders = [] } = workPlan ?? {};
  return builders.length === 0 || builders.some(({ paths }) => !isWholly(paths, noCode));
}

function isWholly(paths: readonly string[], kind: RegExp): boolean {
  return paths.length > 0 && paths.every((path) => kind.test(path));
}

function isCode(path: string): boolean {
  return !noCode.test(path);
}

interface CheckedFacts {
  readonly changed: readonly string[];
  /** The answer of a person to the question whether the checks may be run; undefined: none. */
  readonly answer: Approval | undefined;
  /** The employees are scripted. */
  readonly simulated: boolean;
}

/**
 * Why no check proves the changes of a run in which no check fails; null: one does, or nothing was
 * changed.
 */
export function notCheckedReason(
  run: Run,
  { changed, answer, simulated }: CheckedFacts,
): string | null {
  const { reasons } = checkTexts;
  if (changed.length === 0) return null;
  if (dueChecks(run, changed).length === 0) {
    if (run.projectTest !== undefined) return reasons.onlyText;
    return simulated ? reasons.simulated : reasons.none;
  }
  if (answer?.status === 'rejected') {
    return answer.decidedBy === 'timeout' ? reasons.unanswered : reasons.refused(answer.reason);
  }
  const isProven = checkResults(run).some(({ state }) => state === 'passed');
  return isProven ? null : reasons.failedBefore;
}

/**
 * A run with only the checks from before a pass of a review, so that a repeated pass decides as the
 * first time.
 */
export function asOfPass(run: Run, stageId: string, pass: number): Run {
  const isLater = (check: CheckRecord): boolean =>
    check.stageId === null || (check.stageId === stageId && (check.pass ?? 0) >= pass);
  return { ...run, checks: (run.checks ?? []).filter((check) => !isLater(check)) };
}
