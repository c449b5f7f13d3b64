import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { Transactions } from '../platform/database/transactions.js';
import type { Tx } from '../platform/database/tx.js';
import { RefusedError } from '../platform/errors/office-error.js';
import { Ids } from '../platform/ids.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import type { Workspace } from '../protocol/records/organisation.js';
import type { Pipeline, Run } from '../protocol/records/work.js';
import { runTexts, submitTexts } from '../protocol/texts.js';
import { SettingsService } from '../settings/settings.service.js';
import { EmployeesService } from '../workspaces/employees/employees.service.js';
import { WorkspacesService } from '../workspaces/workspaces.service.js';
import { RunDispatcher } from './dispatch/run-dispatcher.js';
import { missingRoles } from './domain/missing-roles.js';
import { newRun } from './domain/new-run.js';
import { pickPipeline } from './domain/pick-pipeline.js';
import { LeasesRepository } from './persistence/leases.repository.js';
import { RunsRepository } from './persistence/runs.repository.js';
import { RunBoard } from './run-board.js';

/** A brief as it comes in at either door. */
export interface Submission {
  readonly brief: string;
  readonly pipelineId?: string;
  /** USD; absent: the floor's own ceiling. */
  readonly budgetUsd?: number;
  readonly workspaceId?: string;
  /** Where it came from; null for the socket. */
  readonly submittedBy: string | null;
}

interface Accepted {
  readonly floor: Workspace;
  readonly pipeline: Pipeline;
  readonly limitUsd: number;
}

/** Accepts briefs, or refuses them in the words of interface.md 7; a refusal changes nothing. */
@Injectable()
export class SubmissionService {
  private readonly log: ScopedLogger;

  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly employees: EmployeesService,
    private readonly settings: SettingsService,
    private readonly transactions: Transactions,
    private readonly runs: RunsRepository,
    private readonly leases: LeasesRepository,
    private readonly board: RunBoard,
    private readonly dispatcher: RunDispatcher,
    private readonly clock: Clock,
    private readonly ids: Ids,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /** The accepted run, status `queued`; work on it has been asked for when this returns. */
  async submit(submission: Submission): Promise<Run> {
    if (submission.brief.trim() === '') throw new RefusedError(submitTexts.briefRequired);
    const accepted = this.accept(submission);
    const run = this.runFor(submission, accepted);
    const { autoApproveShell } = this.settings.current();
    await this.transactions.run(async (tx) => {
      this.floorFor(run.workspaceId); // It may have been closed while this waited for its turn.
      await this.runs.insert(tx, run, autoApproveShell);
      await this.leases.create(tx, run.id);
      await this.announce(tx, run, autoApproveShell);
    });
    this.dispatcher.look(run.id);
    return run;
  }

  private accept(submission: Submission): Accepted {
    const floor = this.floorFor(submission.workspaceId);
    const offered = this.workspaces.pipelinesOf(floor);
    const pipeline = pickPipeline(submission.brief, offered, submission.pipelineId);
    if (pipeline === undefined) throw new RefusedError(submitTexts.noPipelines(floor.name));
    const missing = missingRoles(pipeline, floor.org.roles);
    if (missing.length > 0) {
      throw new RefusedError(submitTexts.missingRoles(pipeline.name, missing));
    }
    this.checkFloorBudget(floor);
    return { floor, pipeline, limitUsd: ceilingFor(submission, floor) };
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
    const { totalUsd } = floor.budget;
    if (totalUsd === undefined) return;
    const spentUsd = floor.budget.spentUsd + this.board.activeSpendUsd(floor.id);
    if (spentUsd < totalUsd) return;
    throw new RefusedError(submitTexts.floorBudgetSpent(floor.name, spentUsd, totalUsd));
  }

  private runFor(submission: Submission, { floor, pipeline, limitUsd }: Accepted): Run {
    return newRun({
      id: this.ids.next('run'),
      brief: submission.brief,
      pipeline,
      workspace: floor,
      limitUsd,
      submittedBy: submission.submittedBy,
      at: this.clock.now(),
      stageIds: pipeline.stages.map(() => this.ids.next('stage')),
    });
  }

  /** In the order of behaviour-server.md 4.3, 3. */
  private async announce(tx: Tx, run: Run, autoApproved: boolean): Promise<void> {
    const message = runTexts.policyPinned(run.id, autoApproved);
    tx.afterCommit(() => this.log.info(message));
    tx.publish({ type: 'log', level: 'info', scope: 'engine/run', message });
    tx.publish({ type: 'run.created', run });
    const owner = run.stages[0]?.spec.roleIds[0];
    if (owner === undefined) return;
    this.employees.change(tx, run.workspaceId, owner, {
      status: 'thinking',
      activity: runTexts.readingBrief,
      currentRunId: run.id,
    });
  }
}

function ceilingFor(submission: Submission, floor: Workspace): number {
  const { budgetUsd = floor.budget.defaultRunUsd } = submission;
  if (!Number.isFinite(budgetUsd) || budgetUsd < 0) throw new RefusedError(submitTexts.badBudget);
  return budgetUsd;
}
