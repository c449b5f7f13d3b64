import { decisiveLines } from '../platform/text/decisive-lines.js';
import type { CheckRecord, CommandEvidence } from '../protocol/records/evidence.js';
import type { Approval, RunDetail } from '../protocol/records/work.js';
import { type CheckResult, checkResults } from '../protocol/rules/check-states.js';
import { causeOf, deciderOf, reachOf } from '../protocol/rules/decider-of.js';
import { describePlan } from '../protocol/rules/describe-plan.js';
import { reviewPasses } from '../protocol/rules/review-passes.js';
import { toldCachedShare } from '../protocol/rules/told-cached-share.js';
import { checkTexts } from '../protocol/texts/checks.js';
import { foreignTexts } from '../protocol/texts/foreign.js';
import { withoutFilters } from '../tools/shell/output-filters.js';
import { spend } from './money.js';
import { excerpt, indented } from './printable.js';

/** What lines for people depend on besides the run. */
interface Surroundings {
  readonly table: (
    heading: readonly string[],
    rows: readonly (readonly string[])[],
  ) => readonly string[];
  /** A command for this office, ready to be typed. */
  readonly typed: (command: string) => string;
}

/** What is shown of a run beside its report. */
export function renderShown(run: RunDetail, around: Surroundings): string[] {
  return [
    ...renderPipeline(run),
    ...renderPlace(run),
    ...renderForeign(run),
    ...renderStages(run, around),
    ...renderPlan(run),
    ...renderChecks(run),
    ...renderApprovals(run, around),
    ...renderCachedShare(run),
  ];
}

function renderPipeline({ pipelineId, pipelineReason }: RunDetail): string[] {
  const why = pipelineReason === undefined ? '' : `: ${excerpt(pipelineReason, 200)}`;
  return ['', `Pipeline ${pipelineId}${why}.`];
}

/** Its worktree, or why it has none, and what became of its change. */
function renderPlace({ worktree, worktreeKept, changes = [], ...run }: RunDetail) {
  const { isolationNote, baseNote } = run;
  const kept =
    worktreeKept === true ? `Worktree ${run.workspacePath}.` : 'Its worktree is removed.';
  const deeds = changes.map(({ kind, branch, note }) =>
    note === undefined
      ? [kind, ...(branch ? [branch] : [])].join(' ')
      : `worktree removed, as ${note}`,
  );
  return [
    ...(isolationNote === undefined ? [] : [excerpt(isolationNote, 400)]),
    ...(worktree === undefined ? [] : [kept]),
    ...(baseNote === undefined ? [] : [excerpt(baseNote, 400)]),
    ...(deeds.length === 0 ? [] : [`The change: ${excerpt(deeds.join(', '), 400)}.`]),
  ];
}

function renderForeign({ foreign = [] }: RunDetail): string[] {
  return foreign.length === 0 ? [] : [excerpt(foreignTexts.readBy(foreign), 1000)];
}

function renderStages(run: RunDetail, { table }: Surroundings): readonly string[] {
  const rows = run.stages.map(({ id, spec, status, startedAt, endedAt, summary, error }) => {
    const turns = run.turns.filter(({ stageId }) => stageId === id);
    const passes = spec.mode === 'review-loop' ? reviewPasses(turns) : 0;
    const usd = turns.reduce((sum, { usage }) => sum + usage.costUsd, 0);
    return [
      excerpt(spec.name, 40),
      status,
      passes === 0 ? '' : String(passes),
      String(turns.length),
      spend(usd),
      startedAt === null || endedAt === null ? '' : lasted(endedAt - startedAt),
      excerpt(error ?? (status === 'skipped' ? (summary ?? '') : ''), 120),
    ];
  });
  return ['', ...table(['stage', 'status', 'passes', 'turns', 'spent', 'took', 'why'], rows)];
}

/** Who does what, and what proves it; nothing without a plan. */
function renderPlan({ workPlan }: RunDetail): string[] {
  return workPlan === undefined ? [] : ['', ...indented(describePlan(workPlan), '')];
}

/** The state of each check: its run by the office, or else the last run by an employee. */
function renderChecks(run: RunDetail): string[] {
  const results = checkResults(run);
  if (results.length === 0) return [];
  return ['', 'Checks:', ...results.flatMap((result) => renderCheck(result, run.evidence))];
}

function renderCheck(result: CheckResult, evidence: readonly CommandEvidence[]): string[] {
  const { command, proves, before, last, state } = result;
  const title = `  ${excerpt(command, 200)} (${excerpt(proves, 120)})`;
  if (last === null && before === null) return byEmployees(title, command, evidence);
  const told = checkTexts.states[state];
  const shown = last ?? before;
  const ends = [before, last].flatMap((each) => (each === null ? [] : [endOfCheck(each)]));
  return [`${title}: ${told}; ${ends.join('; ')}`, ...endOfOutput(shown?.tail ?? '')];
}

/** The decisive lines of an output. */
function endOfOutput(tail: string): string[] {
  return decisiveLines(tail).flatMap((line) => indented(line, '    | '));
}

function endOfCheck({ moment, outcome }: CheckRecord): string {
  return `${checkTexts.moments[moment]}: ${excerpt(outcome, 120)}`;
}

/** The last run by an employee of a check that the office never ran. */
function byEmployees(
  title: string,
  command: string,
  evidence: readonly CommandEvidence[],
): string[] {
  const last = evidence.findLast((one) => isRunOf(command, one.command));
  const notRun = checkTexts.states['not-run'];
  if (last === undefined) return [`${title}: ${notRun}`];
  const { length: changed } = last.changedSince;
  const since = changed === 0 ? '' : `; ${changed} file(s) changed after it`;
  return [
    `${title}: ${notRun} by the office; ${endOf(last)}, by ${last.roleId ?? ''}; ${excerpt(last.outcome, 120)}${since}`,
    ...(last.command === command ? [] : [`    as ${excerpt(last.command, 200)}`]),
    ...endOfOutput(last.tail),
  ];
}

/** True if the same was run, perhaps with less of its output shown. */
function isRunOf(check: string, command: string): boolean {
  return command.trim() === check.trim() || withoutFilters(command) === withoutFilters(check);
}

function endOf({ succeeded }: CommandEvidence): string {
  if (succeeded === null) return 'it is not known how it ended';
  return succeeded ? 'succeeded' : 'failed';
}

function renderApprovals({ approvals }: RunDetail, around: Surroundings): string[] {
  if (approvals.length === 0) return [];
  return ['', 'Approvals:', ...approvals.map((approval) => renderApproval(approval, around))];
}

function renderApproval(approval: Approval, { typed }: Surroundings): string {
  const { id, kind, summary, stageName, status, requestedAt, decidedAt, reason } = approval;
  const stage = stageName === undefined ? '' : `, stage ${excerpt(stageName, 40)}`;
  const asked = `  ${excerpt(summary, 200)} (${kind}${stage})`;
  if (decidedAt === null) {
    return `${asked}: waits since ${new Date(requestedAt).toISOString()}; ${typed(`approve ${id}`)}`;
  }
  const decider = deciderOf(approval);
  const by = decider === '' ? '' : ` by ${excerpt(decider, 80)}`;
  const cause = causeOf(approval);
  const why = cause === '' ? '' : `, because ${cause}`;
  const words = reason === null ? '' : `: ${excerpt(reason, 200)}`;
  return `${asked}: ${status}${reachOf(approval)}${by} after ${lasted(decidedAt - requestedAt)}${why}${words}`;
}

/** Share of the input read from providers' caches; nothing if no provider reported any. */
function renderCachedShare(run: RunDetail): string[] {
  const share = toldCachedShare(run);
  if (share === null) return [];
  return ['', `${Math.round(share * 100)} % of the input came from prompt caches.`];
}

/** Earlier versions recorded ends before beginnings, with a clock that was set back. */
function lasted(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`;
}
