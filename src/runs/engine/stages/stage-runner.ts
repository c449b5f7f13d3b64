import { Injectable } from '@nestjs/common';
import { StoreRetry } from '#platform/database/store-retry.js';
import { ReceivedEvents } from '#platform/fleet/received-events.js';
import { OfficeLogger, type ScopedLogger } from '#platform/logging/office-logger.js';
import type { StageMode } from '#protocol/records/enums.js';
import { failingChecks } from '#protocol/rules/check-states.js';
import type { Role } from '#protocol/records/organisation.js';
import type { StageRun, TurnRecord } from '#protocol/records/work.js';
import { purposeTexts } from '#protocol/texts/purposes.js';
import { runTexts } from '#protocol/texts/runs.js';
import { BackgroundCommands } from '#tools/shell/background-commands.js';
import { WorkspaceFiles } from '#workspaces/workspace-files.js';
import { WorkspacesService } from '#workspaces/workspaces.service.js';
import { isExhausted } from '../turn/lifecycle/budget.js';
import { asOfPass } from '../checks/due-checks.js';
import { RunChecks } from '../checks/run-checks.js';
import { withWrites } from '../knowledge.js';
import { answerOf, handsOver } from './turn-answers.js';
import type { RunSession } from '../journal/run-session.js';
import { stageOf, stepKeys, turnPaths } from '../journal/step-keys.js';
import { TurnRunner } from '../turn/lifecycle/turn-runner.js';
import { runDebate } from './debate.js';
import { standstillOf, wholeTurn } from './turn-parts.js';
import { runParallel } from './parallel.js';
import { runReviewLoop } from './review-loop.js';
import {
  type StageContext,
  type StageOutcome,
  type StageTurn,
  utteranceOf,
} from './stage-context.js';
import { participantsOf, workersOf } from '../plan/carried-out.js';

/**
 * The floor on which a run's next turns are decided, read from its row and all committed events.
 */
@Injectable()
export class RunFloors {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly heard: ReceivedEvents,
    private readonly retry: StoreRetry,
  ) {}

  /** Reads the session's floor again. Waits while the store fails. */
  async look(session: RunSession): Promise<void> {
    session.floor = await this.retry.persist(async () => {
      await this.heard.all();
      return this.workspaces.find(session.run.workspaceId);
    }, session.haltSignal);
  }
}

/** The first role takes the only turn. */
export async function runSingle(context: StageContext): Promise<StageOutcome> {
  const [owner] = context.participants;
  const turn =
    owner === undefined
      ? null
      : await context.turn({
          key: turnPaths.only(owner.id),
          role: owner,
          purpose: purposeTexts.carryOut(context.stage.spec.name),
          turnIndex: 0,
          knowledge: context.knowledge,
        });
  if (turn === null) return { turns: [], summary: '', unresolved: false };
  const summary =
    turn.text === '' ? runTexts.noOutput(turn.error ?? '') : answerOf(turn) || turn.text;
  return { turns: [turn], summary, unresolved: false };
}

const modes: Readonly<Record<StageMode, (context: StageContext) => Promise<StageOutcome>>> = {
  single: runSingle,
  parallel: runParallel,
  debate: runDebate,
  'review-loop': runReviewLoop,
};

/** Runs the code of a stage's mode with turns as memoised steps. */
@Injectable()
export class StageRunner {
  private readonly log: ScopedLogger;

  constructor(
    private readonly turns: TurnRunner,
    private readonly floors: RunFloors,
    private readonly background: BackgroundCommands,
    private readonly files: WorkspaceFiles,
    private readonly checks: RunChecks,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/stages');
  }

  /**
   * Stops the run if its files are missing.
   * @throws WorkspaceAbsent
   */
  async demandFiles({ cancelled, run }: RunSession): Promise<void> {
    if (!cancelled) await this.files.demand(run);
  }

  /** Reads the floor's employees before the workers of a stage are chosen. */
  lookAtFloor(session: RunSession): Promise<void> {
    return this.floors.look(session);
  }

  /**
   * The first of the stage's roles that is on the floor; it counts as the author of the document.
   */
  firstParticipant(session: RunSession, stage: StageRun): string | null {
    return participantsOf(stage).find((roleId) => session.roleOf(roleId) !== undefined) ?? null;
  }

  /** The employees for a stage that is about to begin, by plan and pipeline. */
  workers(session: RunSession, { spec }: StageRun): readonly string[] {
    return workersOf(session.run, spec, session.floor?.org.roles ?? []);
  }

  /** The stage's roles on the floor; unknown ones are left out with a warning. */
  private participants(session: RunSession, stage: StageRun): readonly Role[] {
    return [...new Set(participantsOf(stage))].flatMap((roleId) => {
      const role = session.roleOf(roleId);
      if (role === undefined) this.log.warn(runTexts.stageUnknownRole(stage.spec.name, roleId));
      return role ?? [];
    });
  }

  /** Runs the checks before a stage that builds. */
  checkBefore(session: RunSession, stage: StageRun): Promise<void> {
    return this.checks.beforeStage(session, stage);
  }

  /** Runs the checks after a stage that built. */
  checkAfter(session: RunSession, stage: StageRun): Promise<void> {
    return this.checks.afterStage(session, stage);
  }

  /**
   * Runs the stage's code. Background processes that the stage started end with it, however it
   * ends.
   */
  async run(session: RunSession, stage: StageRun): Promise<StageOutcome> {
    await this.floors.look(session);
    const participants = this.participants(session, stage);
    if (participants.length === 0) {
      this.log.error(runTexts.stageNoParticipants(stage.spec.name));
      return { turns: [], summary: '', unresolved: false };
    }
    const { mode } = stage.spec;
    if (!Object.hasOwn(modes, mode)) throw new Error(runTexts.unknownMode(mode));
    const parts = new Map<TurnRecord, readonly TurnRecord[]>();
    try {
      const outcome = await modes[mode](this.contextFor(session, stage, participants, parts));
      const turns = outcome.turns.flatMap((turn) => parts.get(turn) ?? [turn]);
      return { ...outcome, turns };
    } finally {
      await this.background.endStage(stage.id);
    }
  }

  private contextFor(
    session: RunSession,
    stage: StageRun,
    participants: readonly Role[],
    parts: Map<TurnRecord, readonly TurnRecord[]>,
  ): StageContext {
    const taken = new Map<string, number>();
    const logOnce = this.onceLogger(stage);
    const mustStop = (...nextKeys: readonly string[]): boolean => {
      if (nextKeys.some((key) => session.hasBegun(stepKeys.turn(stage.id, key)))) return false;
      const reason = reasonToStop(session, stage);
      if (reason !== null) logOnce(reason);
      return reason !== null;
    };
    return {
      stage,
      participants,
      knowledge: session.knowledge(),
      conversationOf: (roleId) => session.conversationOf(roleId),
      roleOf: (roleId) => session.roleOf(roleId),
      mustStop,
      failingChecks: (pass) => failingChecks(asOfPass(session.run, stage.id, pass)),
      runChecks: (pass) => this.checks.afterRevision(session, stage, pass),
      turn: async (request) => {
        const taking = { session, stage, request, taken, mustStop };
        const made = await this.turnWithParts(taking);
        if (made.length === 0) return null;
        const whole = wholeTurn(request.role, made);
        parts.set(whole, made);
        return whole;
      },
    };
  }

  /** Logs once why the stage stops, because a debate checks before each position. */
  private onceLogger({ spec }: StageRun): (reason: string) => void {
    let logged = false;
    return (reason) => {
      if (!logged) this.log.info(`"${spec.name}" stops: ${reason}`);
      logged = true;
    };
  }

  /** A turn with its continuations after hand-overs. */
  private async turnWithParts(taking: Taking): Promise<readonly TurnRecord[]> {
    const { request, taken, mustStop } = taking;
    const { role, key } = request;
    const made: TurnRecord[] = [];
    for (let part = 1; ; part++) {
      const path = turnPaths.part(key, part);
      if (part > 1 && (isCapReached(role, taken) || mustStop(path))) break;
      const turn = await this.turn(taking, path, made);
      if (turn !== null) made.push(turn);
      if (turn === null || !handsOver(turn) || standstillOf(made) !== null) break;
    }
    return made;
  }

  /** The cap counts a role's turns over all rounds and passes of the stage. */
  private async turn(
    { session, stage, request, taken }: Taking,
    path: string,
    earlier: readonly TurnRecord[],
  ): Promise<TurnRecord | null> {
    const { role, continues, ...rest } = request;
    if (isCapReached(role, taken)) {
      const { displayName, maxTurnsPerStage } = role;
      this.log.warn(runTexts.turnCapReached(displayName, maxTurnsPerStage, stage.spec.name));
      return null;
    }
    taken.set(role.id, (taken.get(role.id) ?? 0) + 1);
    const key = stepKeys.turn(stage.id, path);
    if (session.settledTurn(key) === undefined) await this.prepare(session);
    const part = earlier.length + 1;
    const before =
      part > 1 ? stepKeys.turn(stage.id, turnPaths.part(request.key, part - 1)) : continues;
    const current = session.roleOf(role.id) ?? role;
    return this.turns.run(session, {
      ...rest,
      key,
      stage,
      role: current,
      part,
      knowledge: earlier.reduce(withWrites, rest.knowledge),
      transcript: [
        ...(request.transcript ?? []),
        ...earlier.map((turn) => utteranceOf(role, turn)),
      ],
      ...(before !== undefined && { continues: before }),
    });
  }

  /** Before a turn: checks the files and reads the current floor and employee. */
  private async prepare(session: RunSession): Promise<void> {
    await this.demandFiles(session);
    await this.floors.look(session);
  }
}

/** The state that a stage's turn needs. */
interface Taking {
  readonly session: RunSession;
  readonly stage: StageRun;
  readonly request: StageTurn;
  /** Number of turns so far, by role. */
  readonly taken: Map<string, number>;
  readonly mustStop: StageContext['mustStop'];
}

function isCapReached({ id, maxTurnsPerStage }: Role, taken: ReadonlyMap<string, number>): boolean {
  return (taken.get(id) ?? 0) >= maxTurnsPerStage;
}

/** Why a stage takes no further turn; null: it may. */
function reasonToStop(session: RunSession, stage: StageRun): string | null {
  if (session.cancelled) return runTexts.stageAbortCancelled;
  const exhausted = runTexts.budgetExhausted(session.budget.limitUsd);
  const wasRefused = session
    .settledTurns()
    .some(([key, turn]) => stageOf(key) === stage.id && turn.error === exhausted);
  return isExhausted(session.budget) || wasRefused ? exhausted : null;
}
