import { clip, clipMiddle, clipStart } from '../../../../platform/text/clip.js';
import type { ToolCallRecord, TurnRecord } from '../../../../protocol/records/work.js';
import { promptTexts } from '../../../../protocol/texts/prompts.js';
import { answerOf } from '../../../domain/turn-answers.js';

const shownArguments = 120;
const shownPreview = 160;

/**
 * What an employee is shown of the turns in which it handed over to itself: the hand-overs, and the
 * conversation as a list of what was called and how it ended.
 *
 * @param max characters, half of them for the hand-overs
 */
export function handOverNotes(earlier: readonly TurnRecord[], max: number): string {
  const half = Math.floor(max / 2);
  const each = Math.floor(half / Math.max(1, earlier.length));
  const handedOver = earlier.map((turn) =>
    clipMiddle(answerOf(turn), each, (omitted) => promptTexts.restOfDocument(omitted, turn.id)),
  );
  const calls = earlier.flatMap(({ toolCalls }) => toolCalls).map(callLine);
  const list = calls.length === 0 ? [] : [promptTexts.callsSoFar, newest(calls.join('\n'), half)];
  return [...handedOver, ...list].join('\n\n');
}

function callLine({ id, name, argumentsJson, status, resultPreview }: ToolCallRecord): string {
  const [preview = ''] = resultPreview.split('\n', 1);
  const args = clip(argumentsJson, shownArguments, '…');
  return `- ${name} with ${args}: ${status}, ${clip(preview, shownPreview, '…')} (document ${id})`;
}

function newest(text: string, max: number): string {
  return text.length <= max ? text : promptTexts.leftOut(text.length - max) + clipStart(text, max);
}
