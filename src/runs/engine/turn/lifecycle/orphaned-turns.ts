import { Injectable } from '@nestjs/common';
import { limits } from '#protocol/limits.js';
import type { StageRun } from '#protocol/records/work.js';
import { runTexts } from '#protocol/texts/runs.js';
import type { RunSession } from '../../journal/run-session.js';
import { type RecordedAnswer, modelCallStep, toolCallStep } from '../../journal/recorded.js';
import { stepKeys } from '../../journal/step-keys.js';
import { Steps } from '../../journal/steps.js';
import type { StartedTurn } from './active-turn.js';
import {
  noProgress,
  type TurnEnding,
  type TurnProgress,
  withAnswer,
  withSpent,
  withToolCall,
} from './turn-progress.js';
import { runningTurn, TurnRecords } from './turn-records.js';

/**
 * Turns that began and are no longer requested by their stage's code, because their role was
 * removed or its cap lowered while no process worked on the run. Each is settled with its recorded
 * content, so that every `turn.started` has its `turn.finished`.
 */
@Injectable()
export class OrphanedTurns {
  constructor(
    private readonly records: TurnRecords,
    private readonly steps: Steps,
  ) {}

  /** Settles the orphans of an ended stage. @param fault the fault that ended it, if any */
  async settle(session: RunSession, stage: StageRun, fault: string | undefined): Promise<void> {
    for (const key of this.steps.openTurnsOf(session, stage.id)) {
      await this.settleOne(session, stage, key, fault);
    }
  }

  private async settleOne(
    session: RunSession,
    stage: StageRun,
    key: string,
    fault: string | undefined,
  ): Promise<void> {
    const begun = this.records.recordedStart(session, key);
    if (begun === null) return;
    const { workspaceId } = session.run;
    const role = session.roleOf(begun.roleId);
    const { id, displayName } = role ?? { id: begun.roleId, displayName: begun.roleId };
    const turn: StartedTurn = {
      session,
      workspaceId,
      request: { key, role: { id, displayName } },
      record: runningTurn(stage, begun),
      memory: begun.memory,
    };
    const reason = role === undefined ? runTexts.stageUnknownRole(stage.spec.name, id) : fault;
    const progress = this.recordedProgress(session, key);
    await this.records.settle(turn, { progress, ending: endingOf(session, reason) });
  }

  /** A turn's content from its recorded steps, without continuing it. */
  private recordedProgress(session: RunSession, turnKey: string): TurnProgress {
    let progress = noProgress;
    for (let round = 1; round <= limits.toolRoundTrips; round++) {
      const key = stepKeys.modelCall(turnKey, round);
      progress = withSpent(progress, this.steps.cutOffUsage(session, key));
      const found = this.steps.find(session, { kind: modelCallStep, key });
      if (!('result' in found)) break;
      progress = this.withTools(withAnswer(progress, found.result), session, found.result, key);
    }
    return progress;
  }

  private withTools(
    before: TurnProgress,
    session: RunSession,
    answer: RecordedAnswer,
    answerKey: string,
  ): TurnProgress {
    const calls = answer.outcome === 'answered' ? answer.toolCalls : [];
    return calls.reduce((progress, _, index) => {
      const key = stepKeys.toolCall(answerKey, index);
      const found = this.steps.find(session, { kind: toolCallStep, key });
      if (!('result' in found)) return progress;
      const { record, factIds, trees } = found.result;
      return withToolCall(progress, record, factIds, trees);
    }, before);
  }
}

function endingOf(session: RunSession, reason: string | undefined): TurnEnding {
  return session.cancelled
    ? { status: 'cancelled', error: runTexts.cancelled }
    : { status: 'failed', error: reason ?? runTexts.turnLeftBehind };
}
