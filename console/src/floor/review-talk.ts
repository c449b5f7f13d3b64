import type { TurnRecord } from '#protocol/records/work.js';
import { readVerdict } from '#protocol/rules/read-verdict.js';
import { reviewPasses } from '#protocol/rules/review-passes.js';
import { isRevision } from '#protocol/rules/told-purpose.js';
import type { Said } from './talk.js';

type ReviewTurn = Pick<
  TurnRecord,
  | 'runId'
  | 'stageId'
  | 'employeeId'
  | 'purpose'
  | 'status'
  | 'startedAt'
  | 'endedAt'
  | 'text'
  | 'answerFrom'
>;

/** True for a turn that judges in a review, or answers one. */
export function isOfReview({ purpose }: Pick<TurnRecord, 'purpose'>): boolean {
  return isJudgement(purpose) || isRevision(purpose);
}

/**
 * What reviewers and authors say to each other, by the turns of reviews in order: a revision begins
 * with the objection that it answers, and ends with the answer.
 */
export function saidInReviews(turns: readonly ReviewTurn[]): readonly Said[] {
  return turns
    .flatMap((turn, index) => exchangeOf(turn, turns.slice(0, index)))
    .toSorted((a, b) => a.at - b.at);
}

function exchangeOf(turn: ReviewTurn, earlier: readonly ReviewTurn[]): readonly Said[] {
  const { runId, stageId, employeeId: author, startedAt, endedAt, status } = turn;
  const objector = isRevision(turn.purpose) ? objectionTo(stageId, earlier) : undefined;
  if (objector === undefined) return [];
  const { employeeId: reviewer } = objector;
  const place = { runId, stageId };
  const objection: Said = {
    ...place,
    at: startedAt,
    fromEmployeeId: reviewer,
    toEmployeeIds: [author],
    text: firstSentence(answerOf(objector)),
  };
  if (status !== 'done' || endedAt === null) return [objection];
  const text = firstSentence(answerOf(turn));
  return [
    objection,
    { ...place, at: endedAt, fromEmployeeId: author, toEmployeeIds: [reviewer], text },
  ];
}

/** The last turn of the stage's latest pass that objects. */
function objectionTo(stageId: string, turns: readonly ReviewTurn[]): ReviewTurn | undefined {
  const judged = turns.filter((turn) => turn.stageId === stageId && isJudgement(turn.purpose));
  const pass = reviewPasses(judged.slice(-1));
  return judged.findLast(
    (turn) =>
      turn.status === 'done' &&
      reviewPasses([turn]) === pass &&
      readVerdict(answerOf(turn)) === 'objected',
  );
}

function isJudgement(purpose: string): boolean {
  return reviewPasses([{ purpose }]) > 0;
}

function answerOf({ text, answerFrom = 0 }: ReviewTurn): string {
  return text.slice(answerFrom);
}

const itemNumber = /^\s*\d{1,3}[.)]\s+/;

/** The first sentence of the first numbered item, else of the first line that is a statement. */
export function firstSentence(text: string): string {
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line));
  const first =
    lines.find((line) => itemNumber.test(line)) ??
    lines.find((line) => !line.trimEnd().endsWith(':')) ??
    '';
  const words = first.replace(itemNumber, '').trim();
  return /^.*?[.!?](?=\s+[^a-z\s]|$)/.exec(words)?.[0] ?? words;
}
