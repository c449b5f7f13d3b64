import { Injectable } from '@nestjs/common';
import { OfficeLogger, type ScopedLogger } from '../../../platform/logging/office-logger.js';
import type { StageMode } from '../../../protocol/records/enums.js';
import type { Role } from '../../../protocol/records/organisation.js';
import type { StageRun, TurnRecord } from '../../../protocol/records/work.js';
import { runTexts } from '../../../protocol/texts/runs.js';
import { BackgroundCommands } from '../../../tools/shell/background-commands.js';
import { WorkspacesService } from '../../../workspaces/workspaces.service.js';
import { isExhausted } from '../../domain/budget.js';
import type { RunSession } from '../journal/run-session.js';
import { stepKeys } from '../steps/step-keys.js';
import { TurnRunner } from '../turn/lifecycle/turn-runner.js';
import { runDebate } from './debate.js';
import { runParallel } from './parallel.js';
import { runReviewLoop } from './review-loop.js';
import { runSingle } from './single.js';
import type { StageContext, StageOutcome, StageTurn } from './stage-context.js';

const modes: Readonly<Record<StageMode, (context: StageContext) => Promise<StageOutcome>>> = {
  single: runSingle,
  parallel: runParallel,
  debate: runDebate,
  'review-loop': runReviewLoop,
};

/** Runs the code of a stage's mode over a context whose turns are memoised steps. */
@Injectable()
export class StageRunner {
  private readonly log: ScopedLogger;

  constructor(
    private readonly turns: TurnRunner,
    private readonly workspaces: WorkspacesService,
    private readonly background: BackgroundCommands,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/stages');
  }

  /** The first of the stage's roles that the floor has: the author of its document. */
  firstParticipant(session: RunSession, stage: StageRun): string | null {
    const ids = stage.spec.roleIds;
    return ids.find((roleId) => this.roleOf(session, roleId) !== undefined) ?? null;
  }

  /** Who of the stage's roles the floor has; unknown ones are left out with a warning. */
  private participants(session: RunSession, stage: StageRun): readonly Role[] {
    return [...new Set(stage.spec.roleIds)].flatMap((roleId) => {
      const role = this.roleOf(session, roleId);
      if (role === undefined) this.log.warn(runTexts.stageUnknownRole(stage.spec.name, roleId));
      return role ?? [];
    });
  }

  /** What the stage started in the background ends with it, however it ends. */
  async run(session: RunSession, stage: StageRun): Promise<StageOutcome> {
    const participants = this.participants(session, stage);
    if (participants.length === 0) {
      this.log.error(runTexts.stageNoParticipants(stage.spec.name));
      return { turns: [], summary: '', unresolved: false };
    }
    const { mode } = stage.spec;
    if (!Object.hasOwn(modes, mode)) throw new Error(runTexts.unknownMode(mode));
    try {
      return await modes[mode](this.contextFor(session, stage, participants));
    } finally {
      await this.background.endStage(stage.id);
    }
  }

  private contextFor(
    session: RunSession,
    stage: StageRun,
    participants: readonly Role[],
  ): StageContext {
    const taken = new Map<string, number>();
    const logOnce = this.onceLogger(stage);
    return {
      stage,
      participants,
      knowledge: session.knowledge(),
      roleOf: (roleId) => this.roleOf(session, roleId),
      mustStop: (...nextKeys) => {
        if (nextKeys.some((key) => session.hasBegun(stepKeys.turn(stage.id, key)))) return false;
        const reason = reasonToStop(session);
        if (reason !== null) logOnce(reason);
        return reason !== null;
      },
      turn: (request) => this.turn(session, stage, request, taken),
    };
  }

  /** Logs why the stage stops, the first time: a debate asks again before each position. */
  private onceLogger({ spec }: StageRun): (reason: string) => void {
    let logged = false;
    return (reason) => {
      if (!logged) this.log.info(`"${spec.name}" stops: ${reason}`);
      logged = true;
    };
  }

  /** The cap counts a role's turns over all rounds and passes of the stage. */
  private turn(
    session: RunSession,
    stage: StageRun,
    request: StageTurn,
    taken: Map<string, number>,
  ): Promise<TurnRecord | null> {
    const { role, key, ...rest } = request;
    const count = taken.get(role.id) ?? 0;
    if (count >= role.maxTurnsPerStage) {
      const { displayName, maxTurnsPerStage } = role;
      this.log.warn(runTexts.turnCapReached(displayName, maxTurnsPerStage, stage.spec.name));
      return Promise.resolve(null);
    }
    taken.set(role.id, count + 1);
    const transcript = request.transcript ?? [];
    const stepKey = stepKeys.turn(stage.id, key);
    return this.turns.run(session, { ...rest, transcript, role, stage, key: stepKey });
  }

  private roleOf(session: RunSession, roleId: string): Role | undefined {
    const floor = this.workspaces.find(session.run.workspaceId);
    return floor?.org.roles.find((role) => role.id === roleId);
  }
}

/** Why a stage takes no further turn (behaviour-engine.md 2.4); null: it may go on. */
function reasonToStop(session: RunSession): string | null {
  if (session.cancelled) return runTexts.stageAbortCancelled;
  return isExhausted(session.budget) ? runTexts.budgetExhausted(session.budget.limitUsd) : null;
}
