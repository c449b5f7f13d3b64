import type { StageRun } from '../../../src/protocol/records/work.js';

interface Stages {
  readonly stages: readonly StageRun[];
}

/** The stages that a retry may begin with: those whose predecessors are all settled. */
export function retryStages({ stages }: Stages): readonly StageRun[] {
  const open = stages.findIndex((stage) => !isSettled(stage));
  return open < 0 ? stages : stages.slice(0, open + 1);
}

/** What a retry begins with unless another stage is chosen: what is not settled, else the first. */
export function defaultStage({ stages }: Stages): StageRun | undefined {
  return stages.find((stage) => !isSettled(stage)) ?? stages[0];
}

/** Its result stands, and a later stage may build on it. */
function isSettled({ status, spec }: StageRun): boolean {
  return (
    status === 'done' || status === 'skipped' || (status === 'failed' && spec.optional === true)
  );
}
