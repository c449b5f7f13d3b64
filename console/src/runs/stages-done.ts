import type { RunStatus, StageStatus } from '#protocol/records/enums.js';
import { isCutOff } from '#protocol/rules/retry-stages.js';
import { isFinal } from '#protocol/rules/run-status.js';
import type { Run, StageRun } from '#protocol/records/work.js';
import { duration, plural } from '../app/format.js';
import { statusWord } from './status-word.js';

/** The state of a stage in its run, as people read it. */
export function stageWord(stage: CountedStage, run: Pick<Run, 'status' | 'endedAt'>): string {
  const { status, startedAt } = stage;
  if (isNotReached(status, run.status)) return 'not reached';
  if (!isCutOff(run, stage)) return statusWord(status);
  return startedAt === null ? 'not reached' : 'cut off';
}

/**
 * The word for a stage with its duration, if it began and ended: `done, 20 s`, `cut off after 20
 * s`.
 */
export function stageWords(stage: CountedStage, run: Pick<Run, 'status' | 'endedAt'>): string {
  const { startedAt, endedAt } = stage;
  const word = stageWord(stage, run);
  if (startedAt === null || endedAt === null) return word;
  const joint = word === 'cut off' ? ' after' : ',';
  return `${word}${joint} ${duration(endedAt - startedAt)}`;
}

/** True for a stage that its run did not reach before the end; it waits for nothing. */
export function isNotReached(status: StageStatus, run: RunStatus): boolean {
  return status === 'pending' && isFinal(run);
}

type CountedStage = Pick<StageRun, 'status' | 'spec' | 'startedAt' | 'endedAt'>;

interface StagesOfRun<T extends CountedStage = CountedStage> extends Pick<
  Run,
  'status' | 'endedAt'
> {
  readonly stages: readonly T[];
}

/** The stages that a run has to do: all but those that were not needed. */
export function neededStages<T extends CountedStage>(run: StagesOfRun<T>): readonly T[] {
  return run.stages.filter((stage) => stage.status !== 'skipped' || isCutOff(run, stage));
}

/** The running stage, or the number of finished ones; a stage that was cut off is not finished. */
export function stagesDone(run: StagesOfRun): string {
  const stages = neededStages(run);
  const current = stages.find(
    ({ status }) => status === 'running' || status === 'awaiting-approval',
  );
  if (current !== undefined) return current.spec.name;
  const done = stages.filter(({ status }) => status === 'done');
  return `${done.length} of ${plural(stages.length, 'stage')}`;
}
