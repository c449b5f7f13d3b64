import type { RunStatus, StageStatus } from '#protocol/records/enums.js';
import { isFinal } from '#protocol/rules/run-status.js';
import type { Run, StageRun } from '#protocol/records/work.js';
import { plural } from '../app/format.js';

/** True for a stage that a run did not come to before its end: it waits for nothing. */
export function isNotReached(status: StageStatus, run: RunStatus): boolean {
  return status === 'pending' && isFinal(run);
}

interface StagesOfRun extends Pick<Run, 'status'> {
  readonly stages: readonly Pick<StageRun, 'status' | 'spec'>[];
}

/** The running stage, or the number of finished ones; what an end cut off is not finished. */
export function stagesDone({ status: run, stages }: StagesOfRun): string {
  const current = stages.find(
    ({ status }) => status === 'running' || status === 'awaiting-approval',
  );
  if (current !== undefined) return current.spec.name;
  const isCut = run === 'cancelled' || run === 'failed';
  const done = stages.filter(({ status }) => status === 'done' || (status === 'skipped' && !isCut));
  return `${done.length} of ${plural(stages.length, 'stage')}`;
}
