import { Injectable } from '@nestjs/common';
import { once } from 'node:events';
import type { ModelMessage, Reservation, ToolSchema } from '../../../models/model-call.js';
import { ModelCaller } from '../../../models/model-call.js';
import { ModelCallFailure } from '../../../models/model-call-failure.js';
import { addUsage, estimateInputTokens, noUsage } from '../../../models/usage.js';
import { Clock } from '../../../platform/clock.js';
import { messageOf } from '../../../platform/errors/office-error.js';
import { stamp } from '../../../platform/events/drafts.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { Ids } from '../../../platform/ids.js';
import type { TurnRecord } from '../../../protocol/records/work.js';
import { runTexts } from '../../../protocol/texts.js';
import { admit, learnCost } from '../../domain/budget.js';
import type { RunCommit } from '../journal/run-commit.js';
import { RunJournal } from '../journal/run-journal.js';
import type { RunSession } from '../journal/run-session.js';
import type { CallCeiling } from './call-ceiling.js';
import {
  type AnsweredCall,
  cutKeyOf,
  type CutOffTries,
  type FailedCall,
  type RecordedAnswer,
  type RecordedNote,
} from './recorded-answer.js';

type Streamed = 'turn.delta' | 'turn.reasoning';

export interface ModelAsk {
  /** Step key of the call. */
  readonly key: string;
  readonly turn: TurnRecord;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSchema[];
  readonly ceiling: CallCeiling;
  /** Recorded with the answer. */
  readonly note: RecordedNote;
}

/** What a call was admitted with. */
interface PaidCall {
  readonly maxOutputTokens: number;
  readonly reservation: Reservation;
}

/**
 * One model call as a memoised step. Whatever leads up to it is recorded before: the turn's
 * beginning, or the result of the tool before it. Its answer is recorded by `record` when the turn
 * goes on, and by the settled turn when it ends with it; a recorded answer is never asked for twice.
 */
@Injectable()
export class ModelAsker {
  constructor(
    private readonly journal: RunJournal,
    private readonly caller: ModelCaller,
    private readonly bus: EventBus,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** The recorded answer, or a new one under a reservation of the most it may cost. */
  async ask(session: RunSession, ask: ModelAsk): Promise<RecordedAnswer> {
    const recorded = session.steps.get(ask.key);
    if (recorded !== undefined) return recorded.value as RecordedAnswer;
    const paid = await this.reserve(session, ask);
    if (paid === null) return unpaid(session);
    try {
      const answer = await this.call(session, ask, paid);
      if (session.halted) await this.keepForTheNext(session, ask, answer);
      session.throwIfHalted();
      session.budget = learnCost(session.budget, ask.key, answer.usage.costUsd);
      return answer;
    } finally {
      session.calls.emit('ended');
    }
  }

  /** Records an answer that the turn goes on from, with what else belongs to it. */
  async record(
    session: RunSession,
    key: string,
    answer: RecordedAnswer,
    note: RecordedNote,
  ): Promise<void> {
    if (session.steps.has(key)) return;
    await this.journal.commit(session, (commit) => write(commit, key, answer, note));
  }

  /**
   * A call that ends while this process is told to let the run go was paid for all the same: the
   * next process finds its answer, or, when it was cut off, what it had cost so far.
   */
  private async keepForTheNext(
    session: RunSession,
    { key, note }: ModelAsk,
    answer: RecordedAnswer,
  ): Promise<void> {
    const { outcome, usage } = answer;
    if (outcome === 'failed' && usage.costUsd === 0) return;
    await this.journal.lastWord(session, (commit) => {
      if (outcome === 'answered') return write(commit, key, answer, note);
      const before = session.steps.get(cutKeyOf(key))?.value as CutOffTries | undefined;
      const cut: CutOffTries = { usage: addUsage(before?.usage ?? noUsage, usage) };
      commit.step(cutKeyOf(key), 'settled', cut);
    });
  }

  /**
   * What a call that may be made now can cost; null: there is no money left. Calls that must wait for
   * others are admitted in the order in which they came.
   */
  private reserve(session: RunSession, ask: ModelAsk): Promise<PaidCall | null> {
    const tokensIn = estimateInputTokens(ask.messages) + schemaTokens(ask.tools);
    return session.admitting(async () => {
      for (;;) {
        session.throwIfHalted();
        const admission = admit(session.budget, ask.key, { tokensIn, ...ask.ceiling });
        if (admission === 'refused') return null;
        if (admission !== 'wait') {
          const { budget, maxOutputTokens, reservedUsd } = admission;
          session.budget = budget;
          return { maxOutputTokens, reservation: { usd: reservedUsd, tokensIn } };
        }
        await once(session.calls, 'ended');
      }
    });
  }

  private async call(session: RunSession, ask: ModelAsk, paid: PaidCall): Promise<RecordedAnswer> {
    const { turn } = ask;
    const heard = { 'turn.delta': '', 'turn.reasoning': '' };
    const hear = (type: Streamed) => (text: string) => {
      heard[type] += text;
      this.stream(type, turn, text);
    };
    try {
      const answer = await this.caller.call(turn.route, {
        messages: ask.messages,
        tools: ask.tools,
        ...paid,
        onDelta: hear('turn.delta'),
        onReasoning: hear('turn.reasoning'),
        signal: session.signal,
      });
      return this.answered(answer);
    } catch (thrown) {
      return { ...failed(thrown), ...said(heard) };
    }
  }

  private stream(type: Streamed, turn: TurnRecord, text: string): void {
    const draft = { type, runId: turn.runId, turnId: turn.id, text };
    this.bus.publish(stamp(draft, this.clock.now()));
  }

  /** A tool call without an id gets one before it is recorded, so that it stays the same. */
  private answered(answer: Omit<AnsweredCall, 'outcome'>): AnsweredCall {
    const toolCalls = answer.toolCalls.map((call) =>
      call.id === '' ? { ...call, id: this.ids.next('call') } : call,
    );
    return { outcome: 'answered', ...answer, toolCalls };
  }
}

function write(commit: RunCommit, key: string, answer: RecordedAnswer, note: RecordedNote): void {
  commit.step(key, 'settled', answer);
  commit.step(note.key, 'settled', note.value);
}

const knownTokens = new WeakMap<ToolSchema, number>();

/** Schemas are sent with every call, though the usual estimate of usage leaves them out. */
function schemaTokens(tools: readonly ToolSchema[]): number {
  return tools.reduce((sum, tool) => sum + tokensOf(tool), 0);
}

function tokensOf(tool: ToolSchema): number {
  const known = knownTokens.get(tool);
  if (known !== undefined) return known;
  const tokens = Math.ceil(JSON.stringify(tool).length / 4);
  knownTokens.set(tool, tokens);
  return tokens;
}

function failed(thrown: unknown): FailedCall {
  if (thrown instanceof ModelCallFailure) {
    const { message, usage, attemptedRoutes } = thrown;
    return { outcome: 'failed', error: message, usage, attemptedRoutes };
  }
  return { outcome: 'failed', error: messageOf(thrown), usage: noUsage, attemptedRoutes: [] };
}

/** What was streamed before a call broke off is kept, as everybody has seen it. */
function said(heard: Readonly<Record<Streamed, string>>): Pick<FailedCall, 'text' | 'reasoning'> {
  const { 'turn.delta': text, 'turn.reasoning': reasoning } = heard;
  return { ...(text !== '' && { text }), ...(reasoning !== '' && { reasoning }) };
}

function unpaid(session: RunSession): FailedCall {
  const error = runTexts.budgetExhausted(session.run.budget.limitUsd);
  return { outcome: 'failed', error, usage: noUsage, attemptedRoutes: [] };
}
