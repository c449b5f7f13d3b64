import type { Run } from '#protocol/records/work.js';
import { checkResults } from '#protocol/rules/check-states.js';
import { checkTexts } from '#protocol/texts/checks.js';
import { dollars } from '#protocol/texts/format.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { clip } from '#platform/text/clip.js';
import { sanitizeOutput } from '#platform/text/sanitize-output.js';
import { isIssue } from '../rows/forge-issues.repository.js';
import { plainWords } from './plain-words.js';

const titleCharacters = 120;
/** GitHub accepts 65,536 characters. */
const reportCharacters = 50_000;
const commandCharacters = 200;
const branchWords = 6;
const branchCharacters = 50;

type ToldRun = Pick<
  Run,
  'id' | 'outcome' | 'error' | 'budget' | 'workPlan' | 'checks' | 'projectTest' | 'baseNote'
>;

interface Called {
  readonly number: number;
  readonly title: string;
}

/** Title of a request: the issue's title and its number, if there is an issue. */
export function requestTitle(called: Called): string {
  const { number, title } = called;
  return titleWith(title, isIssue(called) ? forgeTexts.titlePrefix(number) : '');
}

/** Title of a run for the issue: the issue's title, with invisible characters spelled out. */
export function runTitle(called: Called, isContinued = false): string {
  const { number, title } = called;
  const end = isContinued
    ? forgeTexts.continuedEnd(isIssue(called) ? number : null)
    : forgeTexts.titlePrefix(number);
  return titleWith(sanitizeOutput(title), end);
}

function titleWith(title: string, end: string): string {
  const line = title.replace(/\s+/g, ' ').trim();
  return clip(line, titleCharacters - end.length, '…') + end;
}

/** Name of the branch of an issue, always the same. */
export function branchOf({ number, title }: Called): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const named = words.slice(0, branchWords).join('-').slice(0, branchCharacters);
  const tail = named.replace(/-$/, '');
  return `office/issue-${number}${tail === '' ? '' : `-${tail}`}`;
}

/**
 * Report, checks and cost of a run, as the body of its request.
 * @param issue number of the issue that the request closes; null: none
 * @param spentUsd spend of all runs for the issue
 */
export function requestBody(
  run: ToldRun,
  { issue, spentUsd, runs }: { issue: number | null; spentUsd: number; runs: number },
): string {
  return [
    runReport(run),
    [forgeTexts.checksHeading, '', ...checkLines(run)].join('\n'),
    ...(run.baseNote === undefined ? [] : [plainWords(run.baseNote)]),
    `${forgeTexts.cost(dollars(spentUsd), runs)} · ${forgeTexts.run(run.id)}`,
    ...(issue === null ? [] : [forgeTexts.closes(issue)]),
  ].join('\n\n');
}

/** The run's own report. */
export function runReport({ outcome, error }: Pick<Run, 'outcome' | 'error'>): string {
  const failed = error === null ? [] : [forgeTexts.failedReport(plainWords(error))];
  const said = outcome === null || outcome.trim() === '' ? [] : [plainWords(outcome.trim())];
  return clip([...failed, ...said].join('\n\n'), reportCharacters, forgeTexts.cut);
}

function checkLines(run: ToldRun): readonly string[] {
  const lines = checkResults(run).map(({ command, state }) => {
    const shown = clip(command.replace(/\s+/g, ' ').replaceAll('`', "'"), commandCharacters, '…');
    return `- \`${shown}\`: ${checkTexts.states[state]}`;
  });
  return lines.length === 0 ? [forgeTexts.noChecks] : lines;
}
