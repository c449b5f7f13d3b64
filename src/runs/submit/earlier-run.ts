import { readablePatch } from '../../protocol/rules/readable-patch.js';
import type { Run, TurnRecord } from '../../protocol/records/work.js';

/** What a continuing run knows of the earlier one. */
export interface EarlierRun {
  readonly id: string;
  readonly brief: string;
  readonly status: Run['status'];
  /** Its report, or the result of the last completed stage. */
  readonly report: string | null;
  readonly filesWritten: readonly string[];
  /** Patches of its turns, in order. */
  readonly patches: readonly string[];
  /** Open points: why it ended, stages that failed or did not run, remaining steps of the plan. */
  readonly openPoints: readonly string[];
}

export function earlierRunOf(run: Run, turns: readonly TurnRecord[]): EarlierRun {
  const { id, brief, status, outcome, error, stages, plan } = run;
  const unfinished = stages.flatMap(({ spec, status: ended, error: why }) =>
    ended === 'failed' ? [`${spec.name} failed: ${why ?? ''}`.trim()] : [],
  );
  const steps = plan.filter((step) => step.status !== 'completed');
  return {
    id,
    brief,
    status,
    report: outcome ?? stages.findLast((stage) => stage.status === 'done')?.summary ?? null,
    filesWritten: [...new Set(turns.flatMap((turn) => turn.wroteFiles))],
    patches: turns.flatMap(({ diff }) =>
      (diff?.files ?? []).map(({ patch }) => readablePatch(patch)),
    ),
    openPoints: [
      ...(error === null ? [] : [error]),
      ...unfinished,
      ...steps.map(({ content }) => `Not done: ${content}`),
    ],
  };
}
