import type { Run, StageRun } from '../../protocol/records/work.js';

/** What is decided before a stage, in the order in which it is checked. */
export type StageCheck = 'skip' | 'out-of-budget' | 'ask-to-spend' | 'open';

export interface StageCheckFacts {
  /** A person was asked in this run, and allowed it. */
  readonly allowedToSpend: boolean;
  /** USD; 0 = never ask. */
  readonly softSpendUsd: number;
}

/**
 * What is spent is what turns settled with. Between two stages that is everything: no stage ends
 * before the turns that it began (`OrphanedTurns`).
 */
export function checkStage(run: Run, stage: StageRun, facts: StageCheckFacts): StageCheck {
  const { whenTags = [] } = stage.spec;
  if (whenTags.length > 0 && !whenTags.some((tag) => run.tags.includes(tag))) return 'skip';
  const { spentUsd, limitUsd } = run.budget;
  if (spentUsd >= limitUsd) return 'out-of-budget';
  const { softSpendUsd, allowedToSpend } = facts;
  return softSpendUsd > 0 && spentUsd >= softSpendUsd && !allowedToSpend ? 'ask-to-spend' : 'open';
}
