import type { Run, RunDetail } from '../protocol/records/work.js';
import { unrecordedFiles } from '../protocol/rules/unrecorded-files.js';
import { writtenFiles } from '../protocol/rules/written-files.js';
import { toldWords } from '../protocol/rules/told-words.js';
import { whyEnded } from '../protocol/rules/why-ended.js';
import { cutOffWords } from '../protocol/rules/guessed-usage.js';
import { spentOfWords } from '../protocol/rules/spent-of.js';
import { ceiling, spendDecimals } from './money.js';
import { indented, printable } from './printable.js';

/** Printed when the office has accepted the brief. */
export function renderAccepted(run: Run): string[] {
  const stages = run.stages.length === 1 ? '1 stage' : `${run.stages.length} stages`;
  return [
    `Run ${run.id}: pipeline ${run.pipelineId}, ${stages}, at most ${ceiling(run.budget.limitUsd)}.`,
    `Working in ${printable(run.workspacePath)}`,
  ];
}

/** The end of a run: status, outcome and written files. */
export function renderReport(detail: RunDetail): string[] {
  const files = writtenFiles(detail.turns);
  const cutOff = cutOffWords(detail.turns);
  return [
    '',
    headline(detail),
    ...(cutOff === null ? [] : [cutOff]),
    ...(detail.error === null ? [] : indented(detail.error, '')),
    ...renderReason(detail),
    ...(detail.outcome === null ? [] : ['', ...indented(detail.outcome, '')]),
    '',
    ...(files.length === 0
      ? ['No files were written.']
      : [
          `Files written in ${printable(detail.workspacePath)}:`,
          ...files.map((file) => `  ${printable(file)}`),
        ]),
    ...renderUnrecorded(detail),
  ];
}

/** The reason behind the error of a run that ended, and what helps. */
function renderReason(detail: RunDetail): string[] {
  const reason = whyEnded(detail);
  if (reason === null) return [];
  const { why, next } = reason;
  return indented(toldWords(detail.error ?? '').includes(why) ? next : `${why}\n${next}`, '');
}

/** Changed files that no state holds, so neither diff nor revert includes them. */
function renderUnrecorded({ turns }: RunDetail): string[] {
  const files = unrecordedFiles(turns);
  if (files.length === 0) return [];
  return ['', 'Changed, but not recorded:', ...files.map((file) => `  ${printable(file)}`)];
}

function headline({ id, status, createdAt, endedAt, budget }: RunDetail): string {
  // With a clock that was set back, earlier versions recorded ends before beginnings.
  const tookMs = endedAt === null ? null : Math.max(0, endedAt - createdAt);
  const took = tookMs === null ? '' : ` after ${(tookMs / 1000).toFixed(1)} s`;
  return `Run ${id} is ${status}${took}; spent ${spentOfWords(budget.spentUsd, budget.limitUsd, spendDecimals)}.`;
}
