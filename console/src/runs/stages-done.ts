import type { RunStatus, StageStatus } from '#protocol/records/enums.js';
import { isFinal } from '#protocol/rules/run-status.js';
import type { StageRun } from '#protocol/records/work.js';
import { plural } from '../app/format.js';

/** True for a stage that a run did not come to before its end: it waits for nothing. */
export function isNotReached(status: StageStatus, run: RunStatus): boolean {
  return status === 'pending' && isFinal(run);
}

/** The running stage, or the number of finished ones. */
export function stagesDone(stages: readonly Pick<StageRun, 'status' | 'spec'>[]): string {
  const current = stages.find(
    ({ status }) => status === 'running' || status === 'awaiting-approval',
  );
  if (current !== undefined) return current.spec.name;
  const done = stages.filter(({ status }) => status === 'done' || status === 'skipped').length;
  return `${done} of ${plural(stages.length, 'stage')}`;
}
