import type { Run } from '../../protocol/records/work.js';
import { withStage } from '../../protocol/rules/run-after.js';
import { stageOf, withSpend } from './run-changes.js';

/**
 * What a turn changes of its run. It is stored beside the record, which is a hundred times as long
 * and written again only when something else of the run changes.
 */
export interface RunProgress {
  readonly updatedAt: number;
  readonly spentUsd: number;
  /** The stage at work, and its turns so far. */
  readonly stageId: string;
  readonly turnIds: readonly string[];
}

/** The run after a turn of the stage that cost so many USD. */
export function afterTurn(run: Run, stageId: string, turnId: string, usd: number): Run {
  const turnIds = [...stageOf(run, stageId).turnIds, turnId];
  return withSpend(withStage(run, stageId, { turnIds }), usd);
}

export function progressOf(run: Run, stageId: string): RunProgress {
  const { updatedAt, budget } = run;
  return {
    updatedAt,
    spentUsd: budget.spentUsd,
    stageId,
    turnIds: stageOf(run, stageId).turnIds,
  };
}

/** The record as the turns since it was written have left it. */
export function withProgress(run: Run, progress: RunProgress): Run {
  const { updatedAt, spentUsd, stageId, turnIds } = progress;
  const moved = withStage(run, stageId, { turnIds });
  return { ...moved, updatedAt, budget: { ...run.budget, spentUsd } };
}
