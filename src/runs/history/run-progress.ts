import type { Run } from '../../protocol/records/work.js';
import { withStage } from '../../protocol/rules/run-after.js';
import { stageOf, withSpend } from './run-changes.js';

/**
 * The changes that a turn makes to its run. Stored beside the record, which is a hundred times
 * longer and rewritten only for other changes.
 */
export interface RunProgress {
  readonly updatedAt: number;
  readonly spentUsd: number;
  /** The stage at work and its turns so far. */
  readonly stageId: string;
  readonly turnIds: readonly string[];
}

/** The run after a turn of the stage that cost this many USD. */
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

/** The record updated by the turns since it was written. */
export function withProgress(run: Run, progress: RunProgress): Run {
  const { updatedAt, spentUsd, stageId, turnIds } = progress;
  const moved = withStage(run, stageId, { turnIds });
  return { ...moved, updatedAt, budget: { ...run.budget, spentUsd } };
}
