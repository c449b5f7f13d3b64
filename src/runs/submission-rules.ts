import { Injectable } from '@nestjs/common';
import type { Tx } from '../platform/database/tx.js';
import { RefusedError } from '../platform/errors/office-error.js';
import type { Workspace } from '../protocol/records/organisation.js';
import type { Pipeline, Run } from '../protocol/records/work.js';
import { runTexts, submitTexts } from '../protocol/texts/runs.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import { missingRoles } from './domain/missing-roles.js';
import { pickPipeline } from './domain/pick-pipeline.js';
import { RunsRepository } from './persistence/runs.repository.js';
import { RunProjection } from './run-projection.js';

/** A brief as it comes in at either door. */
export interface Submission {
  readonly brief: string;
  readonly pipelineId?: string;
  /** USD; absent: the floor's own ceiling. */
  readonly budgetUsd?: number;
  readonly workspaceId?: string;
  /** A run that has ended, which the new one goes on from. */
  readonly continues?: string;
  /** Where it came from; null for the socket. */
  readonly submittedBy: string | null;
}

export interface Accepted {
  readonly floor: Workspace;
  readonly pipeline: Pipeline;
  readonly pipelineReason: string;
  readonly limitUsd: number;
}

/** Decides on briefs, in the words of interface.md 7. */
@Injectable()
export class SubmissionRules {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly board: RunProjection,
    private readonly runs: RunsRepository,
  ) {}

  /** @throws RefusedError when the brief cannot be taken */
  accept(submission: Submission): Accepted {
    if (submission.brief.trim() === '') throw new RefusedError(submitTexts.briefRequired);
    const floor = this.floorFor(submission.workspaceId);
    const offered = this.workspaces.pipelinesOf(floor);
    const picked = pickPipeline(submission.brief, offered, submission.pipelineId);
    if (picked === undefined) throw new RefusedError(submitTexts.noPipelines(floor.name));
    const { pipeline, reason: pipelineReason } = picked;
    const missing = missingRoles(pipeline, floor.org.roles);
    if (missing.length > 0) {
      throw new RefusedError(submitTexts.missingRoles(pipeline.name, missing));
    }
    this.checkFloorBudget(floor);
    return { floor, pipeline, pipelineReason, limitUsd: ceilingFor(submission, floor) };
  }

  /**
   * A run that a new one may go on from.
   * @throws RefusedError when there is none, or it is at work
   */
  async endedRun(id: string): Promise<Run> {
    const row = await this.runs.find(id);
    if (row === null) throw new RefusedError(runTexts.noRun(id));
    if (row.endedAt === null) throw new RefusedError(submitTexts.continuesActive(id));
    return row.record;
  }

  /**
   * Whether a run may be done again on its floor.
   * @throws RefusedError when it may not
   */
  acceptAgain(run: Run): void {
    const floor = this.floorFor(run.workspaceId);
    const specs = run.stages.map(({ spec }) => spec);
    const pipeline = { id: run.pipelineId, name: run.pipelineId, description: '', stages: specs };
    const missing = missingRoles(pipeline, floor.org.roles);
    if (missing.length > 0) {
      throw new RefusedError(submitTexts.missingRoles(pipeline.name, missing));
    }
    this.checkFloorBudget(floor);
  }

  /**
   * Locks the floor against closing until the transaction ends.
   * @throws RefusedError when it was closed, or its total was spent, since the brief was accepted:
   * by whichever replica
   */
  async keepOpen(tx: Tx, workspaceId: string): Promise<void> {
    const floor = await this.workspaces.keepOpen(tx, workspaceId);
    if (floor === null) throw new RefusedError(submitTexts.noWorkspace(workspaceId));
    if (floor.budget.totalUsd === undefined) return;
    refuseSpent(floor, await this.runs.activeSpendUsd(tx, workspaceId));
  }

  private floorFor(workspaceId: string | undefined): Workspace {
    if (workspaceId === undefined) {
      const floor = this.workspaces.defaultFloor();
      if (floor === undefined) throw new RefusedError(submitTexts.noWorkspaces);
      return floor;
    }
    const floor = this.workspaces.find(workspaceId);
    if (floor === undefined) throw new RefusedError(submitTexts.noWorkspace(workspaceId));
    return floor;
  }

  /** The floor's total holds for new work once it is spent (decisions.md A8). */
  private checkFloorBudget(floor: Workspace): void {
    refuseSpent(floor, this.board.activeSpendUsd(floor.id));
  }
}

/** @throws RefusedError once what was spent, and what runs at work have spent, comes to the total */
function refuseSpent({ name, budget }: Workspace, activeSpendUsd: number): void {
  const { totalUsd } = budget;
  const spentUsd = budget.spentUsd + activeSpendUsd;
  if (totalUsd === undefined || spentUsd < totalUsd) return;
  throw new RefusedError(submitTexts.floorBudgetSpent(name, spentUsd, totalUsd));
}

function ceilingFor(submission: Submission, floor: Workspace): number {
  const { budgetUsd = floor.budget.defaultRunUsd } = submission;
  if (!Number.isFinite(budgetUsd) || budgetUsd < 0) throw new RefusedError(submitTexts.badBudget);
  return budgetUsd;
}
