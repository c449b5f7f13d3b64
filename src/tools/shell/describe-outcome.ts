import type { ChildOutcome } from '../../platform/process/run-child.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import type { ToolResult } from '../tool.js';

/**
 * What the model is told of a command that ran (interface.md 7, shell tool).
 *
 * @param reason what the person who approved it said.
 */
export function describeOutcome(
  outcome: ChildOutcome,
  timeoutMs: number,
  reason: string | null,
): ToolResult {
  const headline = headlineOf(outcome, timeoutMs);
  const lines = [
    headline,
    ...(reason ? [toolTexts.personSaid(reason)] : []),
    ...outputOf(outcome),
    ...(outcome.truncated ? [toolTexts.outputTruncated] : []),
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

function outputOf({ stdout, stderr }: ChildOutcome): string[] {
  const blocks = [stdout.trimEnd(), stderr.trimEnd() && `[stderr]\n${stderr.trimEnd()}`];
  const said = blocks.filter((block) => block !== '');
  return said.length > 0 ? said : ['(no output)'];
}
