import { cleaned } from '#platform/text/cleaned.js';
import { decisiveLines } from '#platform/text/decisive-lines.js';
import type { CheckState } from '#protocol/records/enums.js';
import type { CheckRecord } from '#protocol/records/evidence.js';
import type { CheckResult } from '#protocol/rules/check-states.js';
import { checkTexts as texts } from '#protocol/texts/checks.js';
import { fenceUntrusted } from '#tools/fence-untrusted.js';

/** The office's id, where employees have the id of their role. */
export const officeId = 'office';

/** Characters of a command for readers who judge it. */
const wholeCommand = 1000;
/** Characters of a command for readers who know it, and in reports. */
const knownCommand = 160;

/** Lines shown of the output of a check that failed. */
const failedLines = 20;

/**
 * The state of the checks for employees: each command, its result, and the end of its output.
 *
 * @param areKnown the reader knows the commands, or only reports them
 */
export function describeChecks(results: readonly CheckResult[], areKnown = false): string {
  const max = areKnown ? knownCommand : wholeCommand;
  const parts = results.map((result) => {
    const { state, last, before } = result;
    const output =
      state === 'failed'
        ? outputOf(last, failedLines)
        : quoted(decisiveLines((last ?? before)?.tail ?? ''));
    return [headline(result, max), ...output].join('\n');
  });
  return fenceUntrusted('checks', parts.join('\n'));
}

/** A failed check for the employees who fix it. */
export function describeFailure(result: CheckResult): string {
  const { last } = result;
  const whole = last === null ? [] : [texts.wholeOutput(last.artifactId)];
  const told = [headline(result), ...outputOf(last, failedLines)].join('\n');
  return [fenceUntrusted('checks', told), ...whole].join('\n');
}

function headline(
  { command, proves, state, before, last, mustPass }: CheckResult,
  max = wholeCommand,
): string {
  const shown = cleaned(command, max, '…').replaceAll(/[^\S ]+/g, ' ');
  const told = last === null ? stateBefore(before) : texts.states[state];
  const outcome = last ?? before;
  const since = last === null ? '' : `, ${texts.moments[last.moment]}`;
  const how = outcome === null ? '' : ` (${outcome.outcome}${since})`;
  const must = mustPass === true ? `; ${texts.mustPass}` : '';
  return `- \`${shown}\` ${told}${how}${endBefore(state, before)}${must}. It proves: ${proves}`;
}

/** The result before the work of a check whose result has changed since. */
function endBefore(state: CheckState, before: CheckRecord | null): string {
  if (state === 'failed' && before?.exitCode === 0) return `; ${texts.passedBefore}`;
  if (state !== 'passed' || before === null || before.exitCode === 0) return '';
  return `; ${texts.failedBefore} (${before.outcome})`;
}

function stateBefore(before: CheckRecord | null): string {
  if (before === null) return texts.states['not-run'];
  return before.exitCode === 0 ? texts.passedBefore : texts.failedBefore;
}

function outputOf(check: CheckRecord | null, lines: number): readonly string[] {
  if (check === null || check.tail === '') return [];
  return quoted(check.tail.split('\n').slice(-lines));
}

function quoted(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  | ${line}`);
}
