import type { ServerEventOf } from '../events.js';
import type { Run, StageRun } from '../records/work.js';

/** Events that move a run on without carrying its whole record. */
export type RunMove = ServerEventOf<
  'stage.started' | 'stage.finished' | 'budget.updated' | 'turn.finished'
>;

/** The run after the event, equal to the stored record, whose time is that of the event. */
export function runAfter(run: Run, event: RunMove): Run {
  const updatedAt = Math.max(run.updatedAt, event.at);
  return { ...moved(run, event), updatedAt };
}

function moved(run: Run, event: RunMove): Run {
  switch (event.type) {
    case 'stage.started':
    case 'stage.finished':
      return withStage(run, event.stage.id, event.stage);
    case 'budget.updated':
      return { ...run, budget: { limitUsd: event.limitUsd, spentUsd: event.spentUsd } };
    case 'turn.finished':
      return withTurn(run, event.turn.stageId, event.turn.id);
  }
}

/** The run with one stage changed; unchanged if it has no such stage. */
export function withStage(run: Run, stageId: string, change: Partial<StageRun>): Run {
  return {
    ...run,
    stages: run.stages.map((stage) => (stage.id === stageId ? { ...stage, ...change } : stage)),
  };
}

function withTurn(run: Run, stageId: string, turnId: string): Run {
  const turnIds = run.stages.find(({ id }) => id === stageId)?.turnIds ?? [];
  return turnIds.includes(turnId)
    ? run
    : withStage(run, stageId, { turnIds: [...turnIds, turnId] });
}
