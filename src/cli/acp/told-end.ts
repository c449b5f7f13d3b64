import type { Plan, PlanEntry, StopReason } from '@agentclientprotocol/sdk';
import type { PlanStepStatus, StageStatus } from '../../protocol/records/enums.js';
import type { Run, RunDetail, StageRun } from '../../protocol/records/work.js';
import { spentOfWords } from '../../protocol/rules/spent-of.js';
import { writtenFiles } from '../../protocol/rules/written-files.js';
import { editorTexts } from '../../protocol/texts/editor.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { spendDecimals } from '../money.js';
import { excerpt, printable } from '../printable.js';

const stageSteps: Readonly<Record<StageStatus, PlanStepStatus>> = {
  pending: 'pending',
  running: 'in_progress',
  'awaiting-approval': 'in_progress',
  done: 'completed',
  failed: 'completed',
  skipped: 'completed',
};

/** The stages of a run, and the steps that its employees planned. */
export function toldPlan({ stages, plan }: Pick<Run, 'stages' | 'plan'>): Plan {
  const steps = plan.map(({ content, status }): PlanEntry => ({
    content: excerpt(content, 240),
    priority: 'medium',
    status,
  }));
  return { entries: [...stages.map(stageEntry), ...steps] };
}

function stageEntry({ spec, status }: StageRun): PlanEntry {
  const name = excerpt(spec.name, 120);
  const isOdd = status === 'failed' || status === 'skipped';
  return {
    content: isOdd ? editorTexts.stage(name, status) : name,
    priority: 'high',
    status: stageSteps[status],
  };
}

/** The editor's stop reason for the end of a run. */
export function stopReasonOf(run: Run): StopReason {
  if (run.status === 'cancelled') return 'cancelled';
  if (run.status === 'failed' && isOutOfMoney(run)) return 'max_tokens';
  return 'end_turn';
}

/** Reported as `max_tokens`, because the office limits money instead of tokens. */
function isOutOfMoney({ error, stages, budget: { limitUsd } }: Run): boolean {
  const errors = [error, ...stages.map((stage) => stage.error)];
  const bounds = [runTexts.budgetExhausted(limitUsd), runTexts.spendDeclined];
  const before = stages.map(({ spec }) => runTexts.budgetExhaustedBefore(limitUsd, spec.name));
  return errors.some((text) => [...bounds, ...before].some((bound) => text?.includes(bound)));
}

/**
 * The end of a run: status and spend, error, outcome and written files.
 * @param said the last text that was shown, which is not repeated
 */
export function toldReport(detail: RunDetail, said: string): string {
  const { id, status, budget, error, outcome, turns } = detail;
  const files = writtenFiles(turns);
  const spent = spentOfWords(budget.spentUsd, budget.limitUsd, spendDecimals);
  const isSaid = outcome === null || said.trimEnd().endsWith(outcome.trim());
  return [
    editorTexts.heading(editorTexts.report(id, status, spent)),
    ...(error === null ? [] : [printable(error)]),
    ...(isSaid ? [] : [printable(outcome)]),
    ...(files.length === 0
      ? []
      : [[editorTexts.files, ...files.map((file) => `- ${printable(file)}`)].join('\n')]),
  ].join('\n\n');
}
