import { limits } from '#protocol/limits.js';
import type { Role } from '#protocol/records/organisation.js';
import type { TurnRecord } from '#protocol/records/work.js';
import { purposeTexts } from '#protocol/texts/purposes.js';
import { type Knowledge, withWrites } from '../knowledge.js';
import { answerOf, joinAnswers } from './turn-answers.js';
import { turnPaths } from '../journal/step-keys.js';
import {
  type StageContext,
  type StageOutcome,
  type Utterance,
  utteranceOf,
} from './stage-context.js';

const defaultRounds = 2;

/** A debate in progress: what was said, and what the next speaker knows. */
interface Debate {
  readonly turns: TurnRecord[];
  readonly said: Utterance[];
  knowledge: Knowledge;
}

/**
 * Rounds of argument between those who differ, then a ruling by the facilitator. Before each
 * position, cancellation and money are checked; a debate cut short by them has not failed.
 */
export async function runDebate(context: StageContext): Promise<StageOutcome> {
  const debate: Debate = { turns: [], said: [], knowledge: context.knowledge };
  const rounds = Math.max(1, context.stage.spec.rounds ?? defaultRounds);
  let speakers = context.participants;
  for (let round = 1; round <= rounds && speakers.length > 0; round++) {
    const before = debate.turns.length;
    await holdRound(context, debate, round, speakers);
    // No role may take another turn, so further rounds would be empty.
    if (debate.turns.length === before) break;
    speakers = whoDiffer(context.participants, debate.turns);
  }
  const closing = await close(context, debate, rounds);
  const { turns } = debate;
  const ruling = closing?.status === 'done' ? answerOf(closing) : '';
  return { turns, summary: ruling || joinAnswers(turns), unresolved: false };
}

async function holdRound(
  context: StageContext,
  debate: Debate,
  round: number,
  speakers: readonly Role[],
): Promise<void> {
  for (const role of speakers) {
    if (context.mustStop(turnPaths.position(round, role.id))) break;
    await takePosition(context, debate, role, round);
  }
}

async function takePosition(
  context: StageContext,
  debate: Debate,
  role: Role,
  round: number,
): Promise<void> {
  const opens = debate.said.length === 0;
  const turn = await context.turn({
    key: turnPaths.position(round, role.id),
    role,
    purpose: positionPurpose(round, opens),
    ...(!opens && { asksPosition: true }),
    turnIndex: round - 1,
    knowledge: debate.knowledge,
    transcript: [...debate.said],
    speech: {
      toEmployeeIds: others(context, role),
      kind: 'debate',
      maxCharacters: limits.debateSpeechCharacters,
    },
  });
  if (turn !== null) add(debate, role, turn);
}

async function close(
  context: StageContext,
  debate: Debate,
  rounds: number,
): Promise<TurnRecord | null> {
  const [facilitator] = context.participants;
  if (facilitator === undefined || context.mustStop(turnPaths.closing)) return null;
  const turn = await context.turn({
    key: turnPaths.closing,
    role: facilitator,
    purpose: closingPurpose(context),
    turnIndex: rounds,
    knowledge: debate.knowledge,
    transcript: [...debate.said],
    speech: {
      toEmployeeIds: others(context, facilitator),
      kind: 'report',
      maxCharacters: limits.closingSpeechCharacters,
    },
  });
  if (turn !== null) add(debate, facilitator, turn);
  return turn;
}

function add(debate: Debate, role: Role, turn: TurnRecord): void {
  debate.turns.push(turn);
  const utterance = utteranceOf(role, turn);
  if (utterance.text !== '') debate.said.push(utterance);
  debate.knowledge = withWrites(debate.knowledge, turn);
}

function others(context: StageContext, speaker: Role): readonly string[] {
  return context.participants.filter((role) => role !== speaker).map((role) => role.id);
}

/**
 * The speakers of the next round: those who did not agree, and the opener, to whom they object.
 * Nobody if all others agree with the opener.
 */
function whoDiffer(participants: readonly Role[], turns: readonly TurnRecord[]): readonly Role[] {
  const [opener, ...others] = participants;
  const agrees = ({ id }: Role) => {
    const last = turns.findLast(({ roleId }) => roleId === id);
    return last?.status === 'done' && isAgreed(answerOf(last));
  };
  const differing = others.filter((role) => !agrees(role));
  if (differing.length === 0 && others.length > 0) return [];
  return opener === undefined || agrees(opener) ? differing : [opener, ...differing];
}

const positionLine =
  /^[\s*_`>#"'“(+[-]*(?:(?:final|my) )?position[\s*_`]*[:：=][\s*_`"'“]*(agreed?|differs?)[\s*_`"'”)\].!]*$/i;

/** Whether the last line with letters states agreement, ignoring marks around it. */
function isAgreed(text: string): boolean {
  const last = text.split('\n').findLast((line) => /\p{L}/u.test(line)) ?? '';
  return positionLine.exec(last.trim())?.[1]?.toLowerCase().startsWith('agree') === true;
}

function positionPurpose(round: number, opens: boolean): string {
  if (opens) return purposeTexts.open;
  return round === 1 ? purposeTexts.agree : purposeTexts.answer(round);
}

function closingPurpose({ stage }: StageContext): string {
  return stage.spec.kind === 'workshop' ? purposeTexts.closeWorkshop : purposeTexts.closeDebate;
}
