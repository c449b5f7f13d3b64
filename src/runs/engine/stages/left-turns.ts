import { Injectable } from '@nestjs/common';
import type { TurnMemoryIndex } from '../../../memory/turn-memory.js';
import type { Role } from '../../../protocol/records/organisation.js';
import type { StageRun } from '../../../protocol/records/work.js';
import { runTexts } from '../../../protocol/texts.js';
import { WorkspacesService } from '../../../workspaces/workspaces.service.js';
import type { JournalStep } from '../../persistence/journal.repository.js';
import type { RunSession } from '../journal/run-session.js';
import { recordedProgress } from '../turn/recorded-progress.js';
import { ToolApprovals } from '../turn/tool-approvals.js';
import type { BegunTurn } from '../turn/turn-at-work.js';
import { type RecordedBeginning, runningTurn } from '../turn/turn-beginning.js';
import { memoryKeyOf } from '../turn/turn-request.js';
import { TurnSettlement } from '../turn/turn-settlement.js';
import type { TurnEnding } from '../turn/turn-progress.js';

const nothingShown: TurnMemoryIndex = { query: '', facts: [], total: 0 };

/**
 * Turns that began, and that the code of their stage does not ask for any more: their role was fired
 * while no process worked on the run, or its cap was lowered. Each is settled with what is recorded
 * of it, so that every `turn.started` has its `turn.finished` (decisions.md D31).
 */
@Injectable()
export class LeftTurns {
  constructor(
    private readonly settlement: TurnSettlement,
    private readonly approvals: ToolApprovals,
    private readonly workspaces: WorkspacesService,
  ) {}

  /** For a stage whose code has come to its end. @param fault what ended it, if that was a fault */
  async settle(session: RunSession, stage: StageRun, fault: string | undefined): Promise<void> {
    const left = [...session.steps.values()].filter(
      (step) =>
        step.key.startsWith(`${stage.id}/`) &&
        isBeginning(step) &&
        session.settledTurn(step.key) === undefined,
    );
    for (const step of left) await this.settleOne(session, stage, step, fault);
  }

  private async settleOne(
    session: RunSession,
    stage: StageRun,
    { key, value }: JournalStep,
    fault: string | undefined,
  ): Promise<void> {
    const beginning = value as RecordedBeginning;
    const { workspaceId } = session.run;
    const role = this.roleOf(workspaceId, beginning.roleId);
    const { id, displayName } = role ?? { id: beginning.roleId, displayName: beginning.roleId };
    const turn: BegunTurn = {
      session,
      workspaceId,
      request: { key, role: { id, displayName } },
      record: runningTurn(stage, beginning),
      memory: (session.steps.get(memoryKeyOf(key))?.value ?? nothingShown) as TurnMemoryIndex,
    };
    for (const call of callsOf(session, key)) await this.approvals.withdraw(turn, call);
    const reason = role === undefined ? runTexts.stageUnknownRole(stage.spec.name, id) : fault;
    const progress = recordedProgress(session.steps, key);
    await this.settlement.settle(turn, { progress, ending: endingOf(session, reason) });
  }

  private roleOf(workspaceId: string, roleId: string): Role | undefined {
    return this.workspaces.find(workspaceId)?.org.roles.find(({ id }) => id === roleId);
  }
}

function isBeginning({ state, value }: JournalStep): boolean {
  return state === 'started' && typeof value === 'object' && value !== null && 'turnId' in value;
}

/** Keys of the tool calls of a turn that have not ended. */
function callsOf(session: RunSession, turnKey: string): readonly string[] {
  return [...session.steps.values()].flatMap(({ key, state }) =>
    key.startsWith(`${turnKey}/`) && state !== 'settled' ? key : [],
  );
}

function endingOf(session: RunSession, reason: string | undefined): TurnEnding {
  return session.cancelled
    ? { status: 'cancelled', error: runTexts.cancelled }
    : { status: 'failed', error: reason ?? runTexts.turnLeftBehind };
}
