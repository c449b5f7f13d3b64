import type { TurnOutcome } from '../../models/learned/turn-outcomes.js';
import type { TurnRecord } from '../../protocol/records/work.js';

/** What a settled turn tells of the models it was routed to and answered by. */
export function outcomeOfTurn(turn: TurnRecord): TurnOutcome {
  const { providerId, modelId, taskClass } = turn.route;
  return {
    taskClass,
    routed: { providerId, modelId },
    servedBy: turn.servedBy ?? null,
    status: turn.status,
    error: turn.error,
  };
}
