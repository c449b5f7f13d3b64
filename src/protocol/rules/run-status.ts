import {
  type FinalRunStatus,
  finalRunStatuses,
  type RunStatus,
  type StageStatus,
} from '../records/enums.js';
import type { Run } from '../records/work.js';

/** True if a run in this status never changes again. */
export function isFinal(status: RunStatus): status is FinalRunStatus {
  return (finalRunStatuses as readonly RunStatus[]).includes(status);
}

/** True for the update with which a run ends; later ones tell what became of its change. */
export function isEnd({
  status,
  endedAt,
  changes,
  commentsAt,
}: Pick<Run, 'status' | 'endedAt' | 'changes' | 'commentsAt'>): boolean {
  return isFinal(status) && changes === undefined && (commentsAt ?? 0) <= (endedAt ?? 0);
}

/** True if a stage in this status is over. */
export function isSettled(status: StageStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'skipped';
}
