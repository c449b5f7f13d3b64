import type { Run, StageRun } from '../records/work.js';

/** What of a run decides with which stage a retry may begin. */
type RetriedStages = Pick<Run, 'status' | 'endedAt' | 'stages'>;

/** The index of the first stage whose result does not stand; -1 when all of them stand. */
export function firstOpen(run: RetriedStages): number {
  return run.stages.findIndex((stage) => !isTakenOver(run, stage));
}

/** The stages that a retry may begin with: those whose predecessors are all settled. */
export function retryStages(run: RetriedStages): readonly StageRun[] {
  const open = firstOpen(run);
  return open < 0 ? run.stages : run.stages.slice(0, open + 1);
}

/** What a retry begins with unless another stage is chosen: what is not settled, else the first. */
export function defaultStage(run: RetriedStages): StageRun | undefined {
  return run.stages[Math.max(0, firstOpen(run))];
}

/** A stage whose result stands: it is not paid for again. */
function isTakenOver(run: RetriedStages, stage: StageRun): boolean {
  const { status, spec } = stage;
  if (status === 'skipped') return !wasCancelled(run, stage);
  return status === 'done' || (status === 'failed' && spec.optional === true);
}

/** Whether a skipped stage is one that the end of a cancelled run cut off or kept from beginning. */
function wasCancelled(run: RetriedStages, { startedAt, endedAt }: StageRun): boolean {
  return run.status === 'cancelled' && (startedAt !== null || endedAt === run.endedAt);
}
