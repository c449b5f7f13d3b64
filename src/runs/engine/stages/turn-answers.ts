import type { TurnRecord } from '#protocol/records/work.js';
import { promptTexts } from '#protocol/texts/prompts.js';

/** A turn's last answer, without text between tool calls. */
export function answerOf({ text, answerFrom = 0 }: TurnRecord): string {
  return text.slice(answerFrom);
}

/** The answer as shown to colleagues: a failed turn is shown as failed, with its reason. */
export function shownAnswer(turn: TurnRecord): string {
  const answer = answerOf(turn) || turn.text;
  if (turn.status !== 'failed') return answer;
  const failure = promptTexts.failedTurn(turn.error ?? '');
  return answer === '' ? failure : [failure, promptTexts.failedTurnText, answer].join('\n\n');
}

/** The answers of several turns as one document, with a heading for each non-empty one. */
export function joinAnswers(turns: readonly TurnRecord[]): string {
  return turns
    .filter((turn) => shownAnswer(turn) !== '')
    .map((turn) => `## ${turn.employeeId}: ${turn.purpose}\n\n${shownAnswer(turn)}`)
    .join('\n\n');
}

const handOver = /^[\s*_`>-]*status:[\s*_`]*to be continued[\s*_`.]*$/i;

/** True if the last line of the turn's answer hands over. */
export function handsOver(turn: TurnRecord): boolean {
  return turn.status === 'done' && endsInHandOver(answerOf(turn));
}

export function endsInHandOver(text: string): boolean {
  const answer = text.trimEnd();
  return handOver.test(answer.slice(answer.lastIndexOf('\n') + 1));
}
