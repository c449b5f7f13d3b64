import { Injectable } from '@nestjs/common';
import type { ModelMessage } from '#models/gateway/model-call.js';
import { messageOf } from '#platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '#platform/logging/office-logger.js';
import { limits } from '#protocol/limits.js';
import type { RunInstruction } from '#protocol/records/work.js';
import { describePlan } from '#protocol/rules/describe-plan.js';
import { runTexts } from '#protocol/texts/runs.js';
import { workPlanTexts } from '#protocol/texts/work-plan.js';
import { setPlanName } from '#tools/notes/set-plan.tool.js';
import type { RunCommit } from '../../journal/run-journal.js';
import { isOfTheRun } from '../../journal/run-session.js';
import type { AnsweredCall, KeptConversation, ToolOutcome } from '../../journal/recorded.js';
import { stepKeys } from '../../journal/step-keys.js';
import { fitConversation } from '../context/fit-conversation.js';
import { instructionsSection } from '../context/prompt-sections.js';
import type { Prompt, TurnPrompt } from '../context/turn-plan.js';
import { ToolRound, type CutCall } from '../tools/tool-round.js';
import { ModelCalls } from './model-calls.js';
import type { ActiveTurn } from './active-turn.js';
import {
  noProgress,
  type TurnEnding,
  type TurnProgress,
  withAnswer,
  withResult,
  withSpent,
  withToolCall,
} from './turn-progress.js';

export interface FinishedLoop {
  readonly progress: TurnProgress;
  readonly ending: TurnEnding;
  /** The conversation up to the last answer; absent: the turn ended before an answer. */
  readonly conversation?: Pick<KeptConversation, 'messages' | 'heard'>;
}

/** The next messages for the model, and the turn's progress. */
interface Conversation {
  readonly messages: ModelMessage[];
  progress: TurnProgress;
  /** Instructions contained in the messages. */
  heard: number;
}

/**
 * A turn's conversation with its model: alternating answers and tool calls, at most eight answers,
 * each a recorded step. The model is told how many are left; the last answer must not call tools.
 * Messages are only appended.
 */
@Injectable()
export class ToolLoop {
  private readonly log: ScopedLogger;

  constructor(
    private readonly calls: ModelCalls,
    private readonly tools: ToolRound,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/turn');
  }

  /** Never throws for failures of the turn: they become its ending, and its work is kept. */
  async run(turn: ActiveTurn, prompt: TurnPrompt): Promise<FinishedLoop> {
    const { messages, instructions: heard = 0 } = prompt;
    const conversation = { messages: [...messages], progress: noProgress, heard };
    try {
      const ending = await this.converse(turn, prompt, conversation);
      const { progress, messages, heard } = conversation;
      return { ending, progress, conversation: { messages, heard } };
    } catch (thrown) {
      if (isOfTheRun(thrown)) throw thrown;
      this.log.error(`turn ${turn.record.id} failed unexpectedly: ${messageOf(thrown)}`, thrown);
      return { ending: endedBy(turn, messageOf(thrown)), progress: conversation.progress };
    }
  }

  /** Recorded steps are replayed even if the run is cancelled, because they were paid for. */
  private async converse(
    turn: ActiveTurn,
    prompt: TurnPrompt,
    conversation: Conversation,
  ): Promise<TurnEnding> {
    const { session, request } = turn;
    for (let round = 1; round <= limits.toolRoundTrips; round++) {
      const key = stepKeys.modelCall(request.key, round);
      if (session.cancelled && !this.calls.isAnswered(session, key)) {
        conversation.progress = withSpent(conversation.progress, this.calls.lost(session, key));
        return cancelled;
      }
      await turn.work.mayGoOn();
      appendInstructions(conversation, session.instructions);
      this.fit(conversation, prompt, session.instructions);
      const messages = [...conversation.messages];
      const answer = await this.calls.ask(session, {
        ...prompt,
        ...(round === limits.toolRoundTrips && { toolChoice: 'none' }),
        messages,
        key,
        turn: turn.record,
      });
      conversation.progress = withAnswer(conversation.progress, answer);
      if (answer.outcome === 'failed') return endedBy(turn, answer.error);
      const ending = endingOf(turn, conversation.progress, answer);
      if (ending !== null) {
        conversation.messages.push(replayed(answer));
        return ending;
      }
      await this.calls.record(session, key, answer);
      const planned = await this.runTools(turn, prompt, round, answer, conversation);
      if (planned) {
        // Some providers refuse a user message directly after a tool result.
        conversation.messages.push({ role: 'assistant', content: workPlanTexts.ended });
        return { status: 'done', error: null };
      }
    }
    return endedBy(turn, runTexts.roundTripLimit);
  }

  /** Shortened messages may have contained instructions, so these are repeated. */
  private fit(
    conversation: Conversation,
    { room, instructions: heard = 0 }: TurnPrompt,
    instructions: readonly RunInstruction[],
  ): void {
    const fitted = fitConversation(conversation.messages, room);
    if (fitted === conversation.messages) return;
    conversation.messages.splice(0, Infinity, ...fitted);
    conversation.heard = heard;
    appendInstructions(conversation, instructions);
  }

  /**
   * Runs the calls of one answer and appends their results for the model.
   * @returns whether the answer did nothing but set the plan, which ends the turn
   */
  private async runTools(
    turn: ActiveTurn,
    prompt: Prompt,
    round: number,
    answer: AnsweredCall,
    conversation: Conversation,
  ): Promise<boolean> {
    const { toolCalls } = answer;
    let planned = toolCalls.every(({ name }) => name === setPlanName);
    const stillPlans = ({ record }: ToolOutcome): boolean => planned && record.status === 'ok';
    const { messages } = conversation;
    const left = limits.toolRoundTrips - round;
    const resultOf = (outcome: ToolOutcome, index: number): ModelMessage => {
      const { content, images, record } = outcome;
      const isLast = index === toolCalls.length - 1 && !stillPlans(outcome);
      return {
        role: 'tool',
        content: isLast ? `${content}\n\n${runTexts.answersLeft(left)}` : content,
        toolCallId: toolCalls[index]?.id ?? '',
        documentId: record.id,
        name: toolCalls[index]?.name ?? '',
        ...(images && { images }),
      };
    };
    messages.push(replayed(answer));
    await this.tools.run(turn, stepKeys.modelCall(turn.request.key, round), withCut(answer), {
      ended: (outcome, index) => {
        const { record, factIds, trees } = outcome;
        conversation.progress = withToolCall(conversation.progress, record, factIds, trees);
        messages.push(resultOf(outcome, index));
        planned = stillPlans(outcome);
        if (planned && answer.text === '') {
          conversation.progress = withResult(conversation.progress, planIn(turn));
        }
      },
      storingLast: (commit, outcome) => {
        if (stillPlans(outcome)) return;
        const last = resultOf(outcome, toolCalls.length - 1);
        this.announceNext(commit, turn, prompt, round, [...messages, last]);
      },
    });
    return planned;
  }

  /** The commit that stores the last result also records the next model call. */
  private announceNext(
    commit: RunCommit,
    { request }: ActiveTurn,
    prompt: Prompt,
    round: number,
    messages: readonly ModelMessage[],
  ): void {
    if (round === limits.toolRoundTrips) return;
    const key = stepKeys.modelCall(request.key, round + 1);
    this.calls.announce(commit, key, { ...prompt, messages });
  }
}

/** The plan that was just set, which is the result of a turn without text. */
function planIn({ session: { run } }: ActiveTurn): string {
  return run.workPlan === undefined ? workPlanTexts.set : describePlan(run.workPlan);
}

/** The calls of an answer; if its output limit cut it off, the last of them is incomplete. */
function withCut({ toolCalls, finishReason, usage }: AnsweredCall): readonly CutCall[] {
  const cutAt = finishReason === 'length' ? usage.tokensOut : undefined;
  return toolCalls.map((call, index) =>
    index === toolCalls.length - 1 ? { ...call, cutAt } : call,
  );
}

/**
 * New instructions are appended to the last message, because providers accept no other message
 * there.
 */
function appendInstructions(
  conversation: Conversation,
  instructions: readonly RunInstruction[],
): void {
  const { messages, heard } = conversation;
  const last = messages.at(-1);
  if (last === undefined || instructions.length <= heard) return;
  const section = instructionsSection(instructions.slice(heard));
  const blocks = last.blocks && [...last.blocks, { text: `\n\n${section}` }];
  const content = `${last.content}\n\n${section}`;
  messages[messages.length - 1] = { ...last, content, ...(blocks && { blocks }) };
  conversation.heard = instructions.length;
}

/** An answer as shown to the next call, with all that its provider may want back. */
function replayed({ text, toolCalls, servedBy, parts, vendor }: AnsweredCall): ModelMessage {
  const origin = { servedBy, ...(parts && { parts }), ...(vendor && { vendor }) };
  return { role: 'assistant', content: text, toolCalls, origin };
}

const cancelled: TurnEnding = { status: 'cancelled', error: runTexts.cancelled };

/** How the turn ends with this answer; null: it calls tools and continues. */
function endingOf(
  turn: ActiveTurn,
  progress: TurnProgress,
  answer: AnsweredCall,
): TurnEnding | null {
  if (answer.toolCalls.length > 0) return null;
  if (answer.finishReason === 'length') return endedBy(turn, runTexts.outputLimit);
  return progress.text === '' ? endedBy(turn, runTexts.noText) : { status: 'done', error: null };
}

/** An error during cancellation counts as the cancellation. */
function endedBy(turn: ActiveTurn, error: string): TurnEnding {
  return turn.session.cancelled ? cancelled : { status: 'failed', error };
}
