import type { StageKind } from '../../protocol/records/enums.js';
import type { Artifact, Run, StageRun, TurnRecord } from '../../protocol/records/work.js';
import type { WorkPlan } from '../../protocol/records/work-plan.js';
import { promptTexts } from '../../protocol/texts/prompts.js';
import { documentIds, hasResult, wholeResult } from '../history/run-documents.js';
import { readablePatch } from '../../protocol/rules/readable-patch.js';
import { isSettled } from '../../protocol/rules/run-status.js';
import { participantsOf } from './plan/carried-out.js';

/** Earlier work as a turn is shown it. */
export interface Knowledge {
  readonly brief: string;
  readonly objective: string | null;
  readonly tags: readonly string[];
  readonly stageSummaries: readonly StageSummary[];
  readonly artifacts: readonly Artifact[];
  /** Without duplicates, in the order of writing. */
  readonly filesWritten: readonly string[];
  /** Roles that wrote files, by their first file. */
  readonly producers: readonly string[];
  /** Paths that each of them wrote. */
  readonly owners: Readonly<Record<string, readonly string[]>>;
  /** What the turns changed, in order; without binary content. */
  readonly patches: readonly string[];
  /** Paths that the plan gives to each builder; absent: it names none. */
  readonly planned?: Readonly<Record<string, readonly string[]>>;
}

interface StageSummary {
  /** Id under which the whole result can be read. */
  readonly id: string;
  readonly name: string;
  readonly kind: StageKind;
  /** The whole result, and the error of a failed stage. */
  readonly summary: string;
  /** Its statements about files are outdated, because a review had the files changed. */
  readonly isSuperseded?: true;
}

/**
 * The results of a run's settled stages. Depends on records only, so a stage repeated after a crash
 * is shown the same.
 */
export function knowledgeOf(
  run: Run,
  turn: (turnId: string) => TurnRecord | undefined,
  artifacts: readonly Artifact[],
): Knowledge {
  const settled = run.stages.filter((stage) => isSettled(stage.status));
  const stageIds = new Set(settled.map((stage) => stage.id));
  const before: Knowledge = {
    brief: run.brief,
    objective: run.objective,
    tags: run.tags,
    stageSummaries: run.stages.flatMap((stage, index) => {
      const result = hasResult(stage) ? wholeResult(stage, turn) : null;
      if (result === null) return [];
      const { name, kind } = stage.spec;
      const summary = stage.error === null ? result : promptTexts.failedStage(stage.error, result);
      const isSuperseded = isRevised(run.stages, index, turn) && { isSuperseded: true as const };
      return [{ id: documentIds.stage(index), name, kind, summary, ...isSuperseded }];
    }),
    artifacts: artifacts.filter((artifact) => stageIds.has(artifact.stageId ?? '')),
    filesWritten: [],
    producers: [],
    owners: {},
    patches: [],
    ...(run.workPlan && { planned: plannedPaths(run.workPlan) }),
  };
  return settled
    .flatMap((stage) => stage.turnIds)
    .flatMap((turnId) => turn(turnId) ?? [])
    .reduce(withWrites, before);
}

/**
 * The knowledge after a turn: with its written paths and, if there are any, its role as a producer.
 */
export function withWrites(knowledge: Knowledge, turn: TurnRecord): Knowledge {
  if (turn.wroteFiles.length === 0) return knowledge;
  const patches = (turn.diff?.files ?? []).map(({ patch }) => readablePatch(patch));
  return {
    ...knowledge,
    patches: [...knowledge.patches, ...patches],
    filesWritten: [...new Set([...knowledge.filesWritten, ...turn.wroteFiles])],
    producers: [...new Set([...knowledge.producers, turn.roleId])],
    owners: {
      ...knowledge.owners,
      [turn.roleId]: [...new Set([...(knowledge.owners[turn.roleId] ?? []), ...turn.wroteFiles])],
    },
  };
}

function plannedPaths({ builders }: WorkPlan): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(builders.map(({ roleId, paths }) => [roleId, paths]));
}

/** Whether a later review had somebody, other than its judges, revise what a build stage made. */
function isRevised(
  stages: readonly StageRun[],
  index: number,
  turn: (turnId: string) => TurnRecord | undefined,
): boolean {
  if (stages[index]?.spec.kind !== 'build') return false;
  return stages.slice(index + 1).some((later) => {
    if (later.spec.mode !== 'review-loop' || !isSettled(later.status)) return false;
    const judging = participantsOf(later);
    return later.turnIds.some((id) => {
      const made = turn(id);
      return made?.status === 'done' && !judging.includes(made.roleId);
    });
  });
}
