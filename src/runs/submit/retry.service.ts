import { Injectable } from '@nestjs/common';
import { noUsage } from '../../models/gateway/usage.js';
import { Clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/database/tx.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { Ids } from '../../platform/ids.js';
import type { Artifact, Run, StageRun, TurnRecord } from '../../protocol/records/work.js';
import { firstOpen } from '../../protocol/rules/retry-stages.js';
import { retryTexts, runTexts } from '../../protocol/texts/runs.js';
import { ResultsRepository } from '../history/results.repository.js';
import { RunsRepository } from '../history/runs.repository.js';
import { type RunPlace, RunPlaces } from './run-places.js';
import { SubmissionRules } from './submission-rules.js';
import { newStage, SubmissionService } from './submission.service.js';

/** Retries ended runs: a final run stays final, a new one takes its results over. */
@Injectable()
export class RetryService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly results: ResultsRepository,
    private readonly rules: SubmissionRules,
    private readonly submissions: SubmissionService,
    private readonly places: RunPlaces,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Starts a new run that repeats a stage of an earlier one and all later ones.
   * @param stageId absent: the first that is not done
   * @throws RefusedError saying why the run cannot be retried
   */
  async retry(runId: string, stageId: string | undefined): Promise<Run> {
    const earlier = await this.endedRun(runId);
    const first = firstToRetry(earlier.run, stageId);
    if (typeof first === 'string') throw new RefusedError(retryTexts.refused(runId, first));
    const place = await this.places.again(earlier.run, first > 0);
    const again = retriedRun(earlier, first, {
      place,
      id: this.ids.next('run'),
      at: this.clock.now(),
      submittedBy: null,
      nextId: (kind) => this.ids.next(kind),
    });
    return this.submissions.begin(async (tx) => {
      await this.checkFloor(tx, earlier.run);
      for (const [key, turn] of again.turns) await this.results.insertTurn(tx.manager, key, turn);
      await this.results.insertArtifacts(tx.manager, again.artifacts);
      return again.run;
    });
  }

  private async endedRun(runId: string): Promise<EndedRun> {
    const row = await this.runs.find(runId);
    if (row === null) throw new RefusedError(runTexts.noRun(runId));
    const [turns, artifacts] = await Promise.all([
      this.results.turnsOf(runId),
      this.results.artifactsOf(runId),
    ]);
    return {
      run: row.record,
      turns: turns.map(({ stepKey, record }) => [stepKey, record]),
      artifacts,
    };
  }

  private async checkFloor(tx: Tx, run: Run): Promise<void> {
    try {
      await this.rules.acceptAgain(tx, run);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      throw new RefusedError(retryTexts.refused(run.id, messageOf(error)));
    }
  }
}

/** An ended run with all its results. */
interface EndedRun {
  readonly run: Run;
  /** By step key. */
  readonly turns: readonly (readonly [stepKey: string, turn: TurnRecord])[];
  readonly artifacts: readonly Artifact[];
}

interface RetryFacts {
  readonly place: RunPlace;
  readonly id: string;
  readonly at: number;
  readonly submittedBy: string | null;
  readonly nextId: (kind: 'stage' | 'turn' | 'artifact') => string;
}

/** Index of the first stage to retry, or why there is none. */
function firstToRetry(run: Run, stageId: string | undefined): number | string {
  if (run.endedAt === null) return retryTexts.atWork;
  const open = firstOpen(run);
  const wanted =
    stageId === undefined ? open : run.stages.findIndex((stage) => stage.id === stageId);
  if (wanted < 0) return stageId === undefined ? retryTexts.allDone : retryTexts.noStage(stageId);
  if (open < 0 || wanted <= open) return wanted;
  return retryTexts.openBefore(run.stages[open]?.spec.name ?? '');
}

/**
 * A new run with the earlier one's settled stages before the given one, under new ids and with its
 * whole ceiling. Results taken over cost nothing in this run.
 */
function retriedRun(earlier: EndedRun, first: number, facts: RetryFacts): EndedRun {
  const { workPlan, workPlanAt = 0, checks = [], ...run } = placedAt(earlier.run, facts.place);
  // Only the earlier run knows the checks from before its changes.
  const before = checks.filter(({ moment }) => moment === 'before');
  const { id, at, nextId } = facts;
  const taken = run.stages.slice(0, first);
  const planTaken = taken.some(({ spec, status }) => spec.kind === 'plan' && status === 'done');
  const stageIds = new Map(run.stages.map((stage) => [stage.id, nextId('stage')]));
  const takenIds = new Set(taken.map((stage) => stage.id));
  const isTaken = (stageId: string | null): boolean => takenIds.has(stageId ?? '');
  const newStageId = (stageId: string): string => stageIds.get(stageId) ?? stageId;
  const turnsTaken = earlier.turns.filter(([, turn]) => isTaken(turn.stageId));
  const turnIds = new Map(turnsTaken.map(([, turn]) => [turn.id, nextId('turn')]));
  const artifactsTaken = earlier.artifacts.filter((artifact) => isTaken(artifact.stageId));
  const artifactIds = new Map(artifactsTaken.map((each) => [each.id, nextId('artifact')]));
  const intakeTaken = taken.some(({ spec, status }) => spec.kind === 'intake' && status === 'done');
  const stages = run.stages.map((stage, index): StageRun => {
    const stageId = newStageId(stage.id);
    if (index >= first) return newStage(stageId, id, stage.spec);
    return {
      ...stage,
      id: stageId,
      runId: id,
      stageId,
      turnIds: renamed(stage.turnIds, turnIds),
      artifactIds: renamed(stage.artifactIds, artifactIds),
    };
  });
  return {
    run: {
      ...run,
      id,
      status: 'queued',
      createdAt: at,
      updatedAt: at,
      endedAt: null,
      stages,
      budget: { limitUsd: run.budget.limitUsd, spentUsd: 0 },
      objective: intakeTaken ? run.objective : null,
      tags: intakeTaken ? run.tags : [],
      plan: first === 0 ? [] : run.plan,
      ...(planTaken && workPlan !== undefined && { workPlan, workPlanAt }),
      ...(before.length > 0 && { checks: before }),
      outcome: null,
      error: null,
      submittedBy: facts.submittedBy,
      retryOf: run.id,
    },
    turns: turnsTaken.map(([key, turn]) => {
      const stageId = newStageId(turn.stageId);
      const own = { id: turnIds.get(turn.id) ?? turn.id, runId: id, stageId };
      return [`${stageId}${key.slice(turn.stageId.length)}`, freeTurn(turn, own)];
    }),
    artifacts: artifactsTaken.map((artifact) => ({
      ...artifact,
      id: artifactIds.get(artifact.id) ?? artifact.id,
      runId: id,
      stageId: newStageId(artifact.stageId ?? ''),
    })),
  };
}

/** The run in another place, without what was found, made or done in the earlier place. */
function placedAt(run: Run, place: RunPlace) {
  const { projectTest: _test, setup: _setup, isolationNote: _note, ...withDeeds } = run;
  const { changes: _deeds, commentsAt: _commented, baseNote: _stays, ...rest } = withDeeds;
  const {
    isolation: _,
    isolationOfFloor: _of,
    worktree: _in,
    worktreeAfter: _after,
    worktreeBase: _base,
    ...free
  } = rest;
  return { ...free, ...place };
}

/** The turn under new ids and without cost, which the original run has paid. */
function freeTurn(turn: TurnRecord, own: Pick<TurnRecord, 'id' | 'runId' | 'stageId'>): TurnRecord {
  const toolCalls = turn.toolCalls.map((call) => ({ ...call, turnId: own.id }));
  return { ...turn, ...own, toolCalls, usage: noUsage, takenFrom: turn.takenFrom ?? turn.id };
}

function renamed(ids: readonly string[], names: ReadonlyMap<string, string>): readonly string[] {
  return ids.flatMap((each) => names.get(each) ?? []);
}
