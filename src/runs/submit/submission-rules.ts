import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/tx.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { ReceivedEvents } from '../../platform/fleet/received-events.js';
import { limits } from '../../protocol/limits.js';
import type { Isolation } from '../../protocol/records/enums.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import type { ForeignSource } from '../../protocol/records/evidence.js';
import type { CommentedLines } from '../../protocol/records/change-review.js';
import type { Pipeline, Run } from '../../protocol/records/work.js';
import { runTexts, submitTexts } from '../../protocol/texts/runs.js';
import { walk } from '../../tools/files/walk.js';
import { worktreeTexts } from '../../protocol/texts/worktrees.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import { languageOf } from '../engine/workspace-survey/languages.js';
import { RunsRepository } from '../history/runs.repository.js';
import { missingRoles } from '../../protocol/rules/missing-roles.js';
import { pickPipeline } from '../../protocol/rules/pick-pipeline.js';
import { reachesUsd } from '../../protocol/rules/usd.js';
import { placeOn, type RunPlace, RunPlaces } from './run-places.js';

/** Limits of the search for code. */
const maxFiles = 5000;
const maxMs = 1000;

/** A brief from HTTP or the socket. */
export interface Submission {
  readonly brief: string;
  /** Name of the run, if the office wrote the brief. */
  readonly title?: string;
  readonly pipelineId?: string;
  /** USD; absent: the floor's default ceiling. */
  readonly budgetUsd?: number;
  readonly workspaceId?: string;
  /** Id of an ended run to continue. */
  readonly continues?: string;
  /** Works on every stage, those on demand too. */
  readonly full?: boolean;
  readonly paced?: boolean;
  readonly isolation?: Isolation;
  /** A commit of the floor's repository at which its worktree stands. */
  readonly worktreeBase?: string;
  /** The client's id of a conversation. */
  readonly session?: string;
  /** The lines that the brief comments on. */
  readonly commented?: readonly CommentedLines[];
  /** Sources of the foreign texts that the brief contains between fences. */
  readonly foreign?: readonly ForeignSource[];
  /** Origin; null for the socket. */
  readonly submittedBy: string | null;
}

export interface Accepted {
  readonly floor: Workspace;
  readonly pipeline: Pipeline;
  readonly pipelineReason: string;
  readonly limitUsd: number;
  readonly place: RunPlace;
}

/**
 * Accepts or refuses briefs by the rows of floor, people and runs, inside the transaction that
 * stores the run.
 */
@Injectable()
export class SubmissionRules {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly runs: RunsRepository,
    private readonly heard: ReceivedEvents,
    private readonly places: RunPlaces,
  ) {}

  /** To be called before the transaction, because plugins' pipelines are known from events only. */
  prepare(): Promise<void> {
    return this.heard.all();
  }

  /**
   * Whether the workspace of the brief holds source code; checked only if the choice of the
   * pipeline depends on it.
   */
  async meetsCode({ pipelineId, continues, workspaceId }: Submission): Promise<boolean> {
    if (pipelineId !== undefined || continues !== undefined) return false;
    const floor = await this.namedFloor(workspaceId);
    return floor !== null && holdsCode(floor.path);
  }

  /**
   * The worktree in which a run continues an earlier one; null: it begins in a place of its own.
   * @throws RefusedError if the submission asks for a worktree that the floor cannot have, or for a
   * push of work whose worktree is gone
   */
  async placeAfter(submission: Submission, earlier: Run | null): Promise<RunPlace | null> {
    const { isolation, workspaceId, worktreeBase } = submission;
    const goesOn = isolation !== 'place' && earlier?.workspaceId === workspaceId;
    const place = goesOn && earlier !== null ? await this.places.goingOnFrom(earlier) : null;
    if (place !== null || isolation !== 'worktree') return place;
    if (worktreeBase !== undefined && earlier?.worktree !== undefined) {
      throw new RefusedError(worktreeTexts.gone(earlier.id));
    }
    const floor = await this.namedFloor(workspaceId);
    if (floor !== null) await this.places.refuseWithoutGit(floor);
    return null;
  }

  /**
   * Accepts a brief; the floor cannot be closed before the transaction ends.
   * @param meetsCode whether the workspace holds source code
   * @param goesOnIn the worktree of the continued run; null: none
   * @throws RefusedError when the brief cannot be accepted
   */
  async accept(
    tx: Tx,
    submission: Submission,
    meetsCode = false,
    goesOnIn: RunPlace | null = null,
  ): Promise<Accepted> {
    if (submission.brief.trim() === '') throw new RefusedError(submitTexts.briefRequired);
    const floor = await this.floorFor(tx, submission.workspaceId);
    const offered = this.workspaces.pipelinesOf(floor);
    const { brief, pipelineId, continues, session } = submission;
    if (session !== undefined && session.length > limits.sessionCharacters) {
      throw new RefusedError(submitTexts.sessionTooLong(limits.sessionCharacters));
    }
    const facts = { brief, pipelineId, continues: continues !== undefined, holdsCode: meetsCode };
    const picked = pickPipeline(facts, offered);
    if (picked === undefined) throw new RefusedError(submitTexts.noPipelines(floor.name));
    const { pipeline, reason: pipelineReason } = picked;
    refuseWithoutRoles(pipeline, floor);
    await this.refuseSpent(tx, floor);
    const { worktreeBase } = submission;
    const place = {
      ...(goesOnIn ?? placeOn(floor, submission.isolation, pipeline.stages)),
      ...(worktreeBase !== undefined && { worktreeBase }),
    };
    return { floor, pipeline, pipelineReason, place, limitUsd: ceilingFor(submission, floor) };
  }

  /**
   * A run that may be continued.
   * @throws RefusedError if it does not exist or is at work
   */
  async endedRun(id: string): Promise<Run> {
    const row = await this.runs.find(id);
    if (row === null) throw new RefusedError(runTexts.noRun(id));
    if (row.endedAt === null) throw new RefusedError(submitTexts.continuesActive(id));
    return row.record;
  }

  /**
   * Checks that a run may be repeated on its floor, which stays open until the transaction ends.
   * @throws RefusedError if it may not
   */
  async acceptAgain(tx: Tx, run: Run): Promise<void> {
    const floor = await this.floorFor(tx, run.workspaceId);
    const stages = run.stages.map(({ spec }) => spec);
    refuseWithoutRoles(
      { id: run.pipelineId, name: run.pipelineId, description: '', stages },
      floor,
    );
    await this.refuseSpent(tx, floor);
  }

  /** Read outside the transaction; the ground floor if none is named. */
  private async namedFloor(id: string | undefined): Promise<Workspace | null> {
    if (id !== undefined) return this.workspaces.find(id);
    return (await this.workspaces.defaultFloor()) ?? null;
  }

  private async floorFor(tx: Tx, named: string | undefined): Promise<Workspace> {
    const id = named ?? (await this.workspaces.defaultFloor(tx))?.id;
    if (id === undefined) throw new RefusedError(submitTexts.noWorkspaces);
    const floor = await this.workspaces.keepOpen(tx, id);
    if (floor === null) throw new RefusedError(submitTexts.noWorkspace(id));
    return floor;
  }

  /** Refuses new work when the floor's total is spent. */
  private async refuseSpent(tx: Tx, { id, name, budget }: Workspace): Promise<void> {
    const { totalUsd } = budget;
    if (totalUsd === undefined) return;
    const spentUsd = budget.spentUsd + (await this.runs.activeSpendUsd(tx, id));
    if (!reachesUsd(spentUsd, totalUsd)) return;
    throw new RefusedError(submitTexts.floorBudgetSpent(name, spentUsd, totalUsd));
  }
}

/** @throws RefusedError if nobody can take a stage of the pipeline */
export function refuseWithoutRoles(
  pipeline: Pipeline,
  floor: Workspace,
  place: { readonly field?: string } = {},
): void {
  const missing = missingRoles(pipeline, floor.org.roles);
  if (missing.length === 0) return;
  throw new RefusedError(submitTexts.missingRoles(pipeline.name, missing), place);
}

function ceilingFor(submission: Submission, floor: Workspace): number {
  const { budgetUsd = floor.budget.defaultRunUsd } = submission;
  if (!Number.isFinite(budgetUsd) || budgetUsd < 0) throw new RefusedError(submitTexts.badBudget);
  return budgetUsd;
}

/**
 * Whether a workspace holds a file of source code among its first files, searched for at most a
 * second. An unreadable workspace counts as holding none.
 */
async function holdsCode(workspaceRoot: string): Promise<boolean> {
  const signal = AbortSignal.timeout(maxMs);
  try {
    const { files } = await walk({ workspaceRoot, path: '.', signal });
    let met = 0;
    for await (const { path } of files) {
      if (languageOf(path) !== undefined) return true;
      if ((met += 1) === maxFiles) return false;
    }
  } catch {
    // Submission itself refuses a floor without a directory.
  }
  return false;
}
