import {
  type FinalRunStatus,
  finalRunStatuses,
  type RunStatus,
  type StageStatus,
} from '../records/enums.js';

/** True if a run in this status never changes again. */
export function isFinal(status: RunStatus): status is FinalRunStatus {
  return (finalRunStatuses as readonly RunStatus[]).includes(status);
}

/** True if a stage in this status is over. */
export function isSettled(status: StageStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'skipped';
}
