import { purposeTexts } from '#protocol/texts/purposes.js';
import { runTexts } from '#protocol/texts/runs.js';
import { answerOf } from './turn-answers.js';
import { turnPaths } from '../journal/step-keys.js';
import type { StageContext, StageOutcome } from './stage-context.js';

/** The first role takes the only turn. */
export async function runSingle(context: StageContext): Promise<StageOutcome> {
  const [owner] = context.participants;
  const turn =
    owner === undefined
      ? null
      : await context.turn({
          key: turnPaths.only(owner.id),
          role: owner,
          purpose: purposeTexts.carryOut(context.stage.spec.name),
          turnIndex: 0,
          knowledge: context.knowledge,
        });
  if (turn === null) return { turns: [], summary: '', unresolved: false };
  const summary =
    turn.text === '' ? runTexts.noOutput(turn.error ?? '') : answerOf(turn) || turn.text;
  return { turns: [turn], summary, unresolved: false };
}
