import type { Role } from '#protocol/records/organisation.js';
import type { TurnRecord } from '#protocol/records/work.js';
import { purposeTexts } from '#protocol/texts/purposes.js';
import { joinAnswers } from './turn-answers.js';
import { turnPaths } from '../journal/step-keys.js';
import type { StageContext, StageOutcome, StageTurn } from './stage-context.js';

/** Every role gets one turn; no turn sees the others. */
export async function runParallel(context: StageContext): Promise<StageOutcome> {
  const turns = await takeTurns(context, context.participants, (role) => ({
    key: turnPaths.only(role.id),
    purpose: purposeTexts.doYourPart(context.stage.spec.name),
    turnIndex: 0,
    knowledge: context.knowledge,
    continues: context.conversationOf(role.id),
  }));
  return { turns, summary: joinAnswers(turns), unresolved: false };
}

/** One turn per role, in parallel; records are in the order of the roles. */
export async function takeTurns(
  context: StageContext,
  roles: readonly Role[],
  request: (role: Role) => Omit<StageTurn, 'role'>,
): Promise<readonly TurnRecord[]> {
  const results = await Promise.allSettled(
    roles.map((role) => context.turn({ ...request(role), role })),
  );
  return results.flatMap((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value ?? [];
  });
}
