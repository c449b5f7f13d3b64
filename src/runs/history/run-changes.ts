import type { FinalRunStatus } from '../../protocol/records/enums.js';
import type { Run, StageRun } from '../../protocol/records/work.js';
import { runTexts } from '../../protocol/texts/runs.js';

/** Pure transitions of a run; the given record is not changed. */

/** The stage with this id, which must exist. */
export function stageOf(run: Run, stageId: string): StageRun {
  const stage = run.stages.find((candidate) => candidate.id === stageId);
  if (stage === undefined) throw new Error(`run ${run.id} has no stage ${stageId}`);
  return stage;
}

/** The run after spending this many USD more. */
export function withSpend(run: Run, usd: number): Run {
  return { ...run, budget: { ...run.budget, spentUsd: run.budget.spentUsd + usd } };
}

export interface RunEnd {
  readonly status: FinalRunStatus;
  readonly at: number;
  readonly error?: string;
  readonly outcome?: string | null;
}

export function ended(run: Run, end: RunEnd): Run {
  return {
    ...run,
    status: end.status,
    endedAt: endOfRun(run, end.at),
    error: end.error ?? run.error,
    outcome: end.outcome === undefined ? run.outcome : end.outcome,
  };
}

/** A cancelled run: pending and running stages are skipped. */
export function cancelled(run: Run, at: number): Run {
  const endedAt = endOfRun(run, at);
  const stages = run.stages.map((stage) =>
    stage.status === 'pending' || stage.status === 'running'
      ? { ...stage, status: 'skipped' as const, endedAt }
      : stage,
  );
  const end = {
    status: 'cancelled',
    at,
    error: runTexts.cancelled,
    outcome: outcomeOf(run),
  } as const;
  return ended({ ...run, stages }, end);
}

/** The time, but not before any time that the run records. */
function endOfRun({ createdAt, stages }: Run, at: number): number {
  const stamps = stages.flatMap(({ startedAt, endedAt }) => [startedAt ?? 0, endedAt ?? 0]);
  return Math.max(createdAt, at, ...stamps);
}

/** The report's summary, else that of the last stage, else null. */
export function outcomeOf(run: Run): string | null {
  return run.outcome ?? run.stages.at(-1)?.summary ?? null;
}
