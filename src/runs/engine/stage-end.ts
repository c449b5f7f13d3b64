import { endOf } from '../../platform/clock.js';
import { limits } from '../../protocol/limits.js';
import type { Artifact, Run, StageRun, TurnRecord } from '../../protocol/records/work.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { clipSummary } from '../domain/clip.js';
import { parseTags } from '../domain/parse-tags.js';
import { withStage } from '../../protocol/rules/run-after.js';
import { stageArtifacts } from '../domain/stage-artifacts.js';
import type { StageOutcome } from './stages/stage-context.js';

const defaultTags = ['feature'];

/** What the code of a stage came to: its outcome, or the fault that ended it. */
export type StageResult =
  | { readonly outcome: StageOutcome; readonly fault?: undefined }
  | { readonly outcome?: undefined; readonly fault: string };

export interface StageEnd {
  readonly run: Run;
  readonly artifacts: readonly Artifact[];
}

const nothing: StageOutcome = { turns: [], summary: '', unresolved: false };

/**
 * The run and the artifacts after a stage, before it is weighed whether its failure ends the run.
 * Pure: it follows from the outcome alone.
 */
export function endStage(
  run: Run,
  stage: StageRun,
  result: StageResult,
  facts: { readonly cancelled: boolean; readonly employeeId: string | null; readonly at: number },
): StageEnd {
  const { turns, summary: text, unresolved } = result.outcome ?? nothing;
  const summary = text === '' ? null : clipSummary(text, limits.stageSummaryCharacters);
  const { employeeId, at } = facts;
  const artifacts =
    turns.length === 0 ? [] : stageArtifacts(stage, summary ?? '', employeeId, turns, at);
  const ended = withStage(run, stage.id, {
    ...statusOf(result, turns, unresolved, facts.cancelled),
    endedAt: endOf(stage.startedAt ?? run.createdAt, at),
    summary,
    turnIds: turnIdsOf(stage, turns),
    artifactIds: artifacts.map((artifact) => artifact.id),
  });
  return { run: withEffects(ended, stage, summary, unresolved), artifacts };
}

/** In the order of the stage, and after them turns that its code did not ask for to their end. */
function turnIdsOf(stage: StageRun, turns: readonly TurnRecord[]): readonly string[] {
  const ids = turns.map((turn) => turn.id);
  return [...ids, ...stage.turnIds.filter((id) => !ids.includes(id))];
}

function statusOf(
  result: StageResult,
  turns: readonly TurnRecord[],
  unresolved: boolean,
  cancelled: boolean,
): Pick<StageRun, 'status' | 'error'> {
  if (cancelled) return { status: 'skipped', error: runTexts.stageCancelled };
  if (result.fault !== undefined) return { status: 'failed', error: result.fault };
  if (turns.length === 0 && !unresolved) return { status: 'failed', error: runTexts.stageEmpty };
  if (turns.length > 0 && turns.every(({ status }) => status !== 'done')) {
    const [first] = turns.flatMap(({ error }) => error ?? []);
    return { status: 'failed', error: runTexts.everyTurnFailed(first ?? runTexts.noText) };
  }
  if (unresolved) return { status: 'failed', error: runTexts.reviewUnresolved };
  return { status: 'done', error: null };
}

/**
 * Intake sets objective and tags, the report sets the outcome; so do the objections of a review that
 * ends the run.
 */
function withEffects(run: Run, stage: StageRun, summary: string | null, unresolved: boolean): Run {
  if (summary === null) return run;
  const endsRun = unresolved && stage.spec.optional !== true;
  if (stage.spec.kind === 'report' || endsRun) return { ...run, outcome: summary };
  if (stage.spec.kind !== 'intake') return run;
  const tags = parseTags(summary);
  return { ...run, objective: summary, tags: tags.length > 0 ? tags : defaultTags };
}
