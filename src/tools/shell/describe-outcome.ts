import type { ChildOutcome } from '../../platform/process/run-child.js';
import { terminalText } from '../../platform/text/terminal-text.js';
import { resultTexts } from '../../protocol/texts/tool-results.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import { bothEnds, pageCharacters } from '../results/result-pages.js';
import type { ToolResult } from '../tool.js';

/** Characters reserved for standard error if standard output would fill the room. */
const errorCharacters = 2500;

/** Failures are usually at the end of an output. */
const headShare = 1 / 4;

/**
 * A command's result for the model, as a terminal would finally show it.
 *
 * @param reason what the approving person said.
 */
export function describeOutcome(
  outcome: ChildOutcome,
  timeoutMs: number,
  reason: string | null,
): ToolResult {
  const headline = headlineOf(outcome, timeoutMs);
  const { text, isCut } = outputOf(outcome);
  const lines = [
    headline,
    ...(reason ? [toolTexts.personSaid(reason)] : []),
    text,
    ...(isCut ? [toolTexts.outputTruncated, resultTexts.rerun] : []),
    ...(outcome.leftovers ? [toolTexts.leftoversEnded] : []),
    ...(outcome.held ? [toolTexts.outputHeld] : []),
  ];
  const ok = outcome.end === 'exited' && outcome.code === 0;
  return { ok, content: lines.join('\n'), preview: headline };
}

function headlineOf({ end, code, signal }: ChildOutcome, timeoutMs: number): string {
  switch (end) {
    case 'timeout':
      return toolTexts.timedOut(timeoutMs);
    case 'cancelled':
      return toolTexts.commandCancelled;
    case 'exited':
      return toolTexts.exitCode(code ?? 1) + (signal ? toolTexts.exitSignal(signal) : '');
  }
}

/** Both ends of both streams; standard error keeps its share. */
function outputOf(outcome: ChildOutcome): { readonly text: string; readonly isCut: boolean } {
  const stdout = terminalText(outcome.stdout).trimEnd();
  const stderr = terminalText(outcome.stderr).trimEnd();
  const errorRoom = Math.max(errorCharacters, pageCharacters - stdout.length);
  const errors = bothEnds(stderr, errorRoom, headShare);
  const output = bothEnds(stdout, pageCharacters - errors.length, headShare);
  const blocks = [output, errors && `[stderr]\n${errors}`].filter((block) => block !== '');
  return {
    text: blocks.length > 0 ? blocks.join('\n') : '(no output)',
    isCut: outcome.truncated || output.length < stdout.length || errors.length < stderr.length,
  };
}
