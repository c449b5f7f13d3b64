import type { Run, StageRun } from '../records/work.js';

/** The fields of a run that decide at which stage a retry may start. */
type RetriedStages = Pick<Run, 'status' | 'endedAt' | 'stages'>;

/** Index of the first stage without a valid result; -1 if there is none. */
export function firstOpen(run: RetriedStages): number {
  return run.stages.findIndex((stage) => !isTakenOver(run, stage));
}

/** Stages at which a retry may start: those whose predecessors are all settled. */
export function retryStages(run: RetriedStages): readonly StageRun[] {
  const open = firstOpen(run);
  return open < 0 ? run.stages : run.stages.slice(0, open + 1);
}

/**
 * The stage at which a retry starts by default: the first that is not settled, else the first of
 * all.
 */
export function defaultStage(run: RetriedStages): StageRun | undefined {
  return run.stages[Math.max(0, firstOpen(run))];
}

/** True if the stage's result is valid; a retry takes it over without paying again. */
function isTakenOver(run: RetriedStages, stage: StageRun): boolean {
  const { status, spec } = stage;
  if (status === 'skipped') return !isCutOff(run, stage);
  return status === 'done' || (status === 'failed' && spec.optional === true);
}

/** True if the stage was skipped because the run was cancelled before or during it. */
export function isCutOff(
  run: Pick<Run, 'status' | 'endedAt'>,
  { status, startedAt, endedAt }: Pick<StageRun, 'status' | 'startedAt' | 'endedAt'>,
): boolean {
  const isEnd = startedAt !== null || endedAt === run.endedAt;
  return status === 'skipped' && run.status === 'cancelled' && isEnd;
}
