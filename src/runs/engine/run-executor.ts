import { Injectable } from '@nestjs/common';
import { endOf } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import type { Run, StageRun } from '../../protocol/records/work.js';
import { failedChecksError } from '../../protocol/rules/check-states.js';
import { withStage } from '../../protocol/rules/run-after.js';
import { reachesUsd } from '../../protocol/rules/usd.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { stageOf } from '../history/run-changes.js';
import { isFinal, isSettled } from '../../protocol/rules/run-status.js';
import { type RunCommit, RunJournal } from './journal/run-journal.js';
import { isOfTheRun, type RunSession } from './journal/run-session.js';
import { isWanted } from '#protocol/rules/is-wanted.js';
import { RunEnding } from './run-ending.js';
import { SpendApproval } from './spend-approval.js';
import { endStage, type StageResult } from './stage-end.js';
import { StageRunner } from './stages/stage-runner.js';
import { PlacePreparation } from './place-preparation.js';
import { OrphanedTurns } from './turn/lifecycle/orphaned-turns.js';

/** The next step of the loop: another stage, or the end of the run. */
type Step = 'next' | 'ended';

/**
 * The loop over a run's stages: settled stages are skipped, and the first unsettled one runs again
 * from its journal. A run left by another process is thereby continued.
 */
@Injectable()
export class RunExecutor {
  private readonly log: ScopedLogger;

  constructor(
    private readonly journal: RunJournal,
    private readonly stages: StageRunner,
    private readonly orphanedTurns: OrphanedTurns,
    private readonly spendApproval: SpendApproval,
    private readonly ending: RunEnding,
    private readonly place: PlacePreparation,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /** Works on the run until it is final, or the session is halted. */
  async execute(session: RunSession): Promise<void> {
    if (isFinal(session.run.status)) return;
    await this.stages.demandFiles(session);
    await this.start(session);
    const problem = await this.place.prepare(session);
    if (problem !== null && !session.cancelled) return this.ending.fail(session, problem);
    for (const { id } of session.run.stages) {
      const stage = stageOf(session.run, id);
      // A cancelled run still performs an interrupted stage, whose turns must be settled.
      if (session.cancelled && isSettled(stage.status)) continue;
      if (session.cancelled && stage.status === 'pending') return this.ending.cancel(session);
      const step = isSettled(stage.status)
        ? await this.weigh(session, stage)
        : await this.pass(session, stage);
      if (step === 'ended') return;
      await this.stages.checkAfter(session, stageOf(session.run, id));
    }
    if (session.cancelled) return this.ending.cancel(session);
    await this.ending.conclude(session);
  }

  /** Marks the run as running; a run that was parked loses its error. */
  private async start(session: RunSession): Promise<void> {
    const { status, error } = session.run;
    if (status !== 'queued' && error === null) return;
    await this.journal.commit(session, (commit) => {
      const begun = status === 'queued' ? 'running' : status;
      commit.changeRun((run) => ({ ...run, status: begun, error: null }));
      commit.announceRun();
    });
  }

  private async pass(session: RunSession, stage: StageRun): Promise<Step> {
    if (stage.status === 'running') return this.perform(session, stage);
    await this.adoptPlan(session);
    await this.stages.lookAtFloor(session);
    const facts = {
      allowedToSpend: this.spendApproval.wasAllowed(session),
      softSpendUsd: await this.spendApproval.thresholdUsd(session),
    };
    switch (checkStage(session.run, stage, facts)) {
      case 'skip':
        await this.skip(session, stage, null);
        return 'next';
      case 'not-needed':
        await this.skip(session, stage, runTexts.notNeeded(reasonOf(session.run, stage)));
        return 'next';
      case 'out-of-budget':
        await this.ending.fail(session, this.budgetText(session, stage));
        return 'ended';
      case 'ask-to-spend':
        if (!(await this.spendApproval.mayGoOn(session, stage))) return this.declined(session);
        break;
      case 'open':
    }
    // A plan that people change while they are asked may name other checks.
    do await this.stages.checkBefore(session, stage);
    while (!session.cancelled && (await this.adoptPlan(session)));
    if (session.cancelled) return this.stop(session);
    await this.open(session, stage);
    return this.perform(session, stageOf(session.run, stage.id));
  }

  /** Adopts a plan that a person has changed; it holds from the next stage on. */
  private async adoptPlan(session: RunSession): Promise<boolean> {
    const given = session.instructions.findLast(({ plan }) => plan !== undefined);
    const { run } = session;
    if (given?.plan === undefined || given.at <= (run.workPlanAt ?? 0)) return false;
    const { plan: workPlan, at: workPlanAt } = given;
    await this.journal.commit(session, (commit) => {
      commit.changeRun((before) => ({ ...before, workPlan, workPlanAt }));
      commit.announceRun();
    });
    return true;
  }

  private async declined(session: RunSession): Promise<Step> {
    if (session.cancelled) await this.ending.cancel(session);
    else await this.ending.end(session, { status: 'cancelled', error: runTexts.spendDeclined });
    return 'ended';
  }

  private budgetText(session: RunSession, stage: StageRun): string {
    return runTexts.budgetExhaustedBefore(session.run.budget.limitUsd, stage.spec.name);
  }

  private skip(session: RunSession, stage: StageRun, summary: string | null): Promise<void> {
    return this.journal.commit(session, (commit) => {
      commit.changeRun((run) => {
        const endedAt = endOf(run.createdAt, commit.at);
        return withStage(run, stage.id, { status: 'skipped', endedAt, summary });
      });
      announceFinished(commit, stage.id);
    });
  }

  private async open(session: RunSession, stage: StageRun): Promise<void> {
    const place = await this.place.survey.look(session);
    await this.journal.commit(session, async (commit) => {
      await this.spendApproval.withdraw(commit, session);
      this.place.survey.keep(commit, session, stage.id, place);
      commit.changeRun((run) =>
        withStage(run, stage.id, {
          status: 'running',
          startedAt: commit.at,
          participantRoleIds: this.stages.workers(session, stage),
        }),
      );
      const opened = stageOf(commit.run, stage.id);
      commit.publish({ type: 'stage.started', runId: commit.run.id, stage: opened });
    });
  }

  private async perform(session: RunSession, stage: StageRun): Promise<Step> {
    const result = await this.resultOf(session, stage);
    await this.orphanedTurns.settle(session, stage, result.fault);
    const { cancelled } = session;
    const employeeId = this.stages.firstParticipant(session, stage);
    await this.journal.commit(session, (commit) => {
      const current = stageOf(commit.run, stage.id);
      const end = endStage(commit.run, current, result, { cancelled, employeeId, at: commit.at });
      commit.changeRun(() => end.run);
      commit.artifacts.push(...end.artifacts);
      for (const artifact of end.artifacts) commit.publish({ type: 'artifact.created', artifact });
      announceFinished(commit, stage.id);
      commit.announceRun();
    });
    return this.weigh(session, stageOf(session.run, stage.id));
  }

  private async resultOf(session: RunSession, stage: StageRun): Promise<StageResult> {
    try {
      const outcome = await this.stages.run(session, stage);
      if (outcome.unresolved) this.log.warn(`${stage.spec.name}: ${runTexts.reviewUnresolved}`);
      return { outcome };
    } catch (thrown) {
      if (isOfTheRun(thrown)) throw thrown;
      this.log.error(`stage "${stage.spec.name}" failed: ${messageOf(thrown)}`, thrown);
      return { fault: messageOf(thrown) };
    }
  }

  private async weigh(session: RunSession, stage: StageRun): Promise<Step> {
    if (session.cancelled) return this.stop(session);
    if (stage.status !== 'failed' || stage.spec.optional === true) return 'next';
    const checks = stage.error === runTexts.reviewUnresolved && failedChecksError(session.run);
    await this.ending.fail(session, checks || runTexts.stageFailed(stage.spec.name));
    return 'ended';
  }

  private async stop(session: RunSession): Promise<Step> {
    await this.ending.cancel(session);
    return 'ended';
  }
}

/** Why a stage on demand is left out. */
function reasonOf({ workPlan }: Run, { spec }: StageRun): string {
  if (workPlan === undefined && spec.onDecision === true) return runTexts.noDecisionAsked;
  return workPlan === undefined ? runTexts.noPlanAsked : runTexts.notAskedFor;
}

function announceFinished(commit: RunCommit, stageId: string): void {
  const stage = stageOf(commit.run, stageId);
  commit.publish({ type: 'stage.finished', runId: commit.run.id, stage });
}

/** Decisions before a stage, in the order in which they are checked. */
type StageCheck = 'skip' | 'not-needed' | 'out-of-budget' | 'ask-to-spend' | 'open';

interface StageCheckFacts {
  /** A person has allowed further spending in this run. */
  readonly allowedToSpend: boolean;
  /** USD; 0 = never ask. */
  readonly softSpendUsd: number;
}

/**
 * Decides by the cost of settled turns, which is the whole cost between two stages, because no
 * stage ends before its turns (`OrphanedTurns`).
 */
export function checkStage(run: Run, stage: StageRun, facts: StageCheckFacts): StageCheck {
  const { whenTags = [] } = stage.spec;
  const isTagged = whenTags.length === 0 || whenTags.some((tag) => run.tags.includes(tag));
  if (!isTagged && run.full !== true) return 'skip';
  if (!isWanted(run, stage.spec)) return 'not-needed';
  const { spentUsd, limitUsd } = run.budget;
  if (reachesUsd(spentUsd, limitUsd)) return 'out-of-budget';
  const { softSpendUsd, allowedToSpend } = facts;
  const asks = softSpendUsd > 0 && reachesUsd(spentUsd, softSpendUsd) && !allowedToSpend;
  return asks ? 'ask-to-spend' : 'open';
}
