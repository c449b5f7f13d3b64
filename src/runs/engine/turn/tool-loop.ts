import { Injectable } from '@nestjs/common';
import type { ModelMessage, ToolSchema } from '../../../models/model-call.js';
import { isStoreFailure } from '../../../platform/database/store-failure.js';
import { messageOf } from '../../../platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '../../../platform/logging/office-logger.js';
import { limits } from '../../../protocol/limits.js';
import { runTexts } from '../../../protocol/texts.js';
import { RunHalted } from '../journal/run-session.js';
import type { CallCeiling } from './call-ceiling.js';
import { ModelAsker } from './model-asker.js';
import {
  type AnsweredCall,
  callKeyOf,
  cutKeyOf,
  type RecordedAnswer,
  type RecordedNote,
} from './recorded-answer.js';
import { ToolRunner } from './tool-runner.js';
import type { TurnAtWork } from './turn-at-work.js';
import {
  noProgress,
  type TurnEnding,
  type TurnProgress,
  withAnswer,
  withCutOffTries,
  withToolCall,
} from './turn-progress.js';

/** What the model is asked with, apart from what the turn adds. */
export interface Prompt {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSchema[];
  readonly ceiling: CallCeiling;
  /** Recorded with the answers. */
  readonly note: RecordedNote;
}

export interface FinishedLoop {
  readonly progress: TurnProgress;
  readonly ending: TurnEnding;
}

/** A conversation as it goes on: what the model is told next, and what came of it so far. */
interface Talk {
  readonly messages: ModelMessage[];
  progress: TurnProgress;
}

/**
 * A turn's conversation with its model (behaviour-engine.md 3.4; decisions.md A5): answers and
 * tools in turn, at most eight answers, every one of them a recorded step. The list of messages
 * only grows.
 */
@Injectable()
export class ToolLoop {
  private readonly log: ScopedLogger;

  constructor(
    private readonly asker: ModelAsker,
    private readonly tools: ToolRunner,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/turn');
  }

  /** Never throws for what went wrong in the turn: that is its ending, and what it made is kept. */
  async run(turn: TurnAtWork, prompt: Prompt): Promise<FinishedLoop> {
    const talk: Talk = { messages: [...prompt.messages], progress: noProgress };
    try {
      const ending = await this.converse(turn, prompt, talk);
      return { ending, progress: talk.progress };
    } catch (thrown) {
      if (thrown instanceof RunHalted || isStoreFailure(thrown)) throw thrown;
      this.log.error(`turn ${turn.record.id} broke off: ${messageOf(thrown)}`, thrown);
      return { ending: endedBy(turn, messageOf(thrown)), progress: talk.progress };
    }
  }

  /** What is recorded is gone through again even when the run is cancelled: it was paid for. */
  private async converse(turn: TurnAtWork, prompt: Prompt, talk: Talk): Promise<TurnEnding> {
    const { session, request } = turn;
    for (let round = 1; round <= limits.toolRoundTrips; round++) {
      const key = callKeyOf(request.key, round);
      talk.progress = withCutOffTries(talk.progress, session.steps.get(cutKeyOf(key)));
      if (session.cancelled && !session.steps.has(key)) return cancelled;
      const answer = await this.ask(turn, prompt, talk.messages, key);
      talk.progress = withAnswer(talk.progress, answer);
      if (answer.outcome === 'failed') return endedBy(turn, answer.error);
      const ending = endingOf(turn, talk.progress, answer);
      if (ending !== null) return ending;
      await this.asker.record(session, key, answer, prompt.note);
      await this.runTools(turn, answer, key, talk);
    }
    return endedBy(turn, runTexts.roundTripLimit);
  }

  private ask(
    turn: TurnAtWork,
    prompt: Prompt,
    messages: readonly ModelMessage[],
    key: string,
  ): Promise<RecordedAnswer> {
    return this.asker.ask(turn.session, {
      key,
      turn: turn.record,
      messages: [...messages],
      tools: prompt.tools,
      ceiling: prompt.ceiling,
      note: prompt.note,
    });
  }

  /** Runs the calls of one answer one after another, in the order given. */
  private async runTools(
    turn: TurnAtWork,
    { text, toolCalls }: AnsweredCall,
    answerKey: string,
    talk: Talk,
  ): Promise<void> {
    const { session, writtenPaths } = turn;
    talk.messages.push({ role: 'assistant', content: text, toolCalls });
    for (const [index, request] of toolCalls.entries()) {
      const key = `${answerKey}/t${index}`;
      if (session.cancelled && session.steps.get(key)?.state !== 'settled') return;
      const { record, content, factIds } = await this.tools.run(turn, key, request);
      writtenPaths.push(...record.affectsPaths);
      talk.progress = withToolCall(talk.progress, record, factIds);
      talk.messages.push({ role: 'tool', content, toolCallId: request.id, name: request.name });
    }
  }
}

const cancelled: TurnEnding = { status: 'cancelled', error: runTexts.cancelled };

/** How the turn ends with this answer; null: it asks for tools, so it goes on. */
function endingOf(
  turn: TurnAtWork,
  progress: TurnProgress,
  answer: AnsweredCall,
): TurnEnding | null {
  if (answer.toolCalls.length > 0) return null;
  if (answer.finishReason === 'length') return endedBy(turn, runTexts.outputLimit);
  return progress.text === '' ? endedBy(turn, runTexts.noText) : { status: 'done', error: null };
}

/** An error of a turn whose run is being cancelled is the cancelling, whatever it says. */
function endedBy(turn: TurnAtWork, error: string): TurnEnding {
  return turn.session.cancelled ? cancelled : { status: 'failed', error };
}
