import { Injectable } from '@nestjs/common';
import { currentActor } from '../../platform/actors/actor.js';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tx } from '../../platform/database/tx.js';
import { Ids } from '../../platform/ids.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import type { ForeignSource } from '../../protocol/records/evidence.js';
import type { CommentedLines } from '../../protocol/records/change-review.js';
import type { Pipeline, Run, StageRun, StageSpec } from '../../protocol/records/work.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { SettingsService } from '../../settings/settings.service.js';
import { EmployeesService } from '../../workspaces/employees/employees.service.js';
import { withForeign } from '../engine/foreign-texts.js';
import { RunDispatcher } from '../queue/run-dispatcher.js';
import { LeasesRepository } from '../queue/leases.repository.js';
import { RunsRepository } from '../history/runs.repository.js';
import { type RunPlace, RunPlaces } from './run-places.js';
import { type Accepted, type Submission, SubmissionRules } from './submission-rules.js';

/** Stores accepted runs and announces them. */
@Injectable()
export class RunIntake {
  private readonly log: ScopedLogger;

  constructor(
    private readonly runs: RunsRepository,
    private readonly leases: LeasesRepository,
    private readonly employees: EmployeesService,
    private readonly places: RunPlaces,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /** @param autoApproved the approval policy, stored with the run */
  async store(tx: Tx, run: Run, autoApproved: boolean): Promise<void> {
    await this.places.takeOver(tx, run);
    await this.runs.insert(tx, run, autoApproved);
    await this.leases.create(tx, run.id);
    this.announce(tx, run, autoApproved);
  }

  /** Announces the approval policy of the run, then the run, then its first owner at work. */
  private announce(tx: Tx, run: Run, autoApproved: boolean): void {
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

/** Further work in the transaction that stores a run. */
type BesideIntake = (tx: Tx, run: Run) => Promise<void>;

/**
 * Accepts or refuses briefs; a refusal changes nothing. An accepted brief goes through these parts
 * of `src/runs`, each named by its first file: `queue/run-dispatcher` finds a process,
 * `engine/journal/run-loader` loads the run, `engine/run-executor` walks the stages,
 * `engine/turn/lifecycle/turn-runner` runs a turn, `engine/turn/context/turn-plan` and
 * `prompt-assembler` make its prompt, `engine/turn/lifecycle/model-calls` pays and calls.
 */
@Injectable()
export class SubmissionService {
  constructor(
    private readonly rules: SubmissionRules,
    private readonly intake: RunIntake,
    private readonly settings: SettingsService,
    private readonly transactions: Transactions,
    private readonly dispatcher: RunDispatcher,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * The accepted run with status `queued`; work on it has been requested.
   * @param beside further work in the transaction
   * @throws RefusedError if the brief cannot be accepted
   */
  async submit(submission: Submission, beside?: BesideIntake): Promise<Run> {
    const { continues } = submission;
    const earlier = continues === undefined ? null : await this.rules.endedRun(continues);
    const placed =
      earlier === null ? submission : { workspaceId: earlier.workspaceId, ...submission };
    const meetsCode = await this.rules.meetsCode(placed);
    const goesOnIn = await this.rules.placeAfter(placed, earlier);
    return this.begin(
      async (tx) =>
        this.runFor(placed, await this.rules.accept(tx, placed, meetsCode, goesOnIn), earlier),
      beside,
    );
  }

  /**
   * Stores the run that `accept` returns, with the present approval policy, and requests work on
   * it.
   */
  async begin(accept: (tx: Tx) => Promise<Run>, beside?: BesideIntake): Promise<Run> {
    const { isPage = false } = currentActor();
    await this.rules.prepare();
    const run = await this.transactions.run(async (tx) => {
      const accepted = withPage(await accept(tx), isPage);
      const { autoApproveShell } = await this.settings.read(tx);
      await this.intake.store(tx, accepted, autoApproveShell);
      tx.conclude(accepted);
      await beside?.(tx, accepted);
      return accepted;
    });
    this.dispatcher.offer(run.id);
    return run;
  }

  private runFor(
    submission: Submission,
    { floor, place, pipeline, pipelineReason, limitUsd }: Accepted,
    earlier: Run | null,
  ): Run {
    const { commented } = submission;
    const foreign = foreignIn(submission, earlier);
    return newRun({
      id: this.ids.next('run'),
      brief: submission.brief,
      ...(submission.title !== undefined && { title: submission.title }),
      pipeline,
      pipelineReason,
      workspaceId: floor.id,
      place,
      limitUsd,
      submittedBy: submission.submittedBy,
      at: this.clock.now(),
      stageIds: pipeline.stages.map(() => this.ids.next('stage')),
      ...(submission.continues !== undefined && { continues: submission.continues }),
      ...(submission.full === true && { full: true }),
      ...(submission.paced === true && { paced: true }),
      ...(submission.session && { session: submission.session }),
      ...(foreign && { foreign }),
      ...(commented && { commented }),
    });
  }
}

/**
 * Marks whether the page submitted the run; runs of triggers and forges never count as submitted
 * there, whoever caused them.
 */
function withPage({ onPage: _, ...run }: Run, isPage: boolean): Run {
  const byPerson = run.submittedBy === null || run.submittedBy === 'http';
  return isPage && byPerson ? { ...run, onPage: true } : run;
}

/** Sources of foreign texts in the brief, and of those that the earlier run has read. */
function foreignIn(
  { foreign }: Pick<Submission, 'foreign'>,
  earlier: Pick<Run, 'foreign'> | null,
): readonly ForeignSource[] | undefined {
  if (foreign === undefined) return earlier?.foreign;
  return foreign.reduce(
    (known, { at, ...text }) => withForeign(known, [text], at),
    earlier?.foreign ?? [],
  );
}

interface NewRun {
  readonly id: string;
  readonly brief: string;
  readonly title?: string;
  readonly pipeline: Pipeline;
  readonly pipelineReason: string;
  readonly workspaceId: string;
  readonly place: RunPlace;
  /** USD. */
  readonly limitUsd: number;
  readonly submittedBy: string | null;
  readonly at: number;
  /** Stage ids, one per stage of the pipeline. */
  readonly stageIds: readonly string[];
  /** The run that it continues. */
  readonly continues?: string;
  readonly full?: true;
  readonly paced?: true;
  readonly session?: string;
  /** Sources of foreign texts that the run has read. */
  readonly foreign?: readonly ForeignSource[];
  /** The lines that its brief comments on. */
  readonly commented?: readonly CommentedLines[];
}

/** The record of an accepted brief: `queued`, every stage `pending`. */
export function newRun(accepted: NewRun): Run {
  const { id, brief, pipeline, workspaceId, place, limitUsd, submittedBy, at, stageIds } = accepted;
  const { title, pipelineReason, continues, full, paced, session, foreign, commented } = accepted;
  return {
    id,
    brief,
    ...(title !== undefined && { title }),
    pipelineId: pipeline.id,
    pipelineReason,
    status: 'queued',
    createdAt: at,
    updatedAt: at,
    endedAt: null,
    stages: pipeline.stages.map((spec, index) => newStage(stageIds[index] ?? '', id, spec)),
    budget: { limitUsd, spentUsd: 0 },
    workspaceId,
    ...place,
    objective: null,
    plan: [],
    tags: [],
    outcome: null,
    error: null,
    submittedBy,
    ...(continues !== undefined && { continues }),
    ...(full && { full }),
    ...(paced && { paced }),
    ...(session && { session }),
    ...(foreign && { foreign }),
    ...(commented && { commented }),
  };
}

/** A stage that has not begun. */
export function newStage(id: string, runId: string, spec: StageSpec): StageRun {
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
