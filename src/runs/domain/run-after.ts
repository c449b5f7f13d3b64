import type { ServerEvent } from '../../protocol/events.js';
import type { Run } from '../../protocol/records/work.js';
import { stageOf, withStage } from './run-changes.js';

/** The run that an event moves on without carrying its whole record; null for any other event. */
export function movedRunId(event: ServerEvent): string | null {
  switch (event.type) {
    case 'stage.started':
    case 'stage.finished':
    case 'budget.updated':
      return event.runId;
    case 'turn.finished':
      return event.turn.runId;
    default:
      return null;
  }
}

/** The run as such an event leaves it, like the stored record behind it. */
export function runAfter(run: Run, event: ServerEvent): Run {
  switch (event.type) {
    case 'stage.started':
    case 'stage.finished':
      return withStage(run, event.stage.id, event.stage);
    case 'budget.updated':
      return { ...run, budget: { limitUsd: event.limitUsd, spentUsd: event.spentUsd } };
    case 'turn.finished':
      return withTurn(run, event.turn.stageId, event.turn.id);
    default:
      return run;
  }
}

function withTurn(run: Run, stageId: string, turnId: string): Run {
  const { turnIds } = stageOf(run, stageId);
  return turnIds.includes(turnId)
    ? run
    : withStage(run, stageId, { turnIds: [...turnIds, turnId] });
}
