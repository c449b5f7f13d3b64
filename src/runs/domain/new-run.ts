import type { Workspace } from '../../protocol/records/organisation.js';
import type { Pipeline, Run, StageRun, StageSpec } from '../../protocol/records/work.js';

export interface NewRun {
  readonly id: string;
  readonly brief: string;
  readonly pipeline: Pipeline;
  readonly pipelineReason: string;
  readonly workspace: Workspace;
  /** USD. */
  readonly limitUsd: number;
  readonly submittedBy: string | null;
  readonly at: number;
  /** Ids of the stages, one for each stage of the pipeline. */
  readonly stageIds: readonly string[];
  /** The run it goes on from. */
  readonly continues?: string;
}

/** The record of an accepted brief: `queued`, every stage `pending`. */
export function newRun(accepted: NewRun): Run {
  const { id, brief, pipeline, workspace, limitUsd, submittedBy, at, stageIds } = accepted;
  const { pipelineReason, continues } = accepted;
  return {
    id,
    brief,
    pipelineId: pipeline.id,
    pipelineReason,
    status: 'queued',
    createdAt: at,
    updatedAt: at,
    endedAt: null,
    stages: pipeline.stages.map((spec, index) => newStage(stageIds[index] ?? '', id, spec)),
    budget: { limitUsd, spentUsd: 0 },
    workspaceId: workspace.id,
    workspacePath: workspace.path,
    objective: null,
    plan: [],
    tags: [],
    outcome: null,
    error: null,
    submittedBy,
    ...(continues !== undefined && { continues }),
  };
}

function newStage(id: string, runId: string, spec: StageSpec): StageRun {
  return {
    id,
    runId,
    stageId: id,
    spec,
    status: 'pending',
    startedAt: null,
    endedAt: null,
    turnIds: [],
    artifactIds: [],
    summary: null,
    participantRoleIds: [],
    error: null,
  };
}
