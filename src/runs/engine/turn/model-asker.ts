import { Injectable } from '@nestjs/common';
import { once } from 'node:events';
import type { ModelMessage, Reservation, ToolSchema } from '../../../models/model-call.js';
import { ModelCaller } from '../../../models/model-call.js';
import { ModelCallFailure } from '../../../models/model-call-failure.js';
import { estimateInputTokens, noUsage } from '../../../models/usage.js';
import { Clock } from '../../../platform/clock.js';
import { messageOf } from '../../../platform/errors/office-error.js';
import { stamp } from '../../../platform/events/drafts.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { Ids } from '../../../platform/ids.js';
import type { TurnRecord } from '../../../protocol/records/work.js';
import { runTexts } from '../../../protocol/texts.js';
import { admit, learnCost } from '../../domain/budget.js';
import { RunJournal } from '../journal/run-journal.js';
import type { RunSession } from '../journal/run-session.js';
import type { CallCeiling } from './call-ceiling.js';
import type { AnsweredCall, RecordedAnswer, RecordedNote } from './recorded-answer.js';

export interface ModelAsk {
  /** Step key of the call. */
  readonly key: string;
  readonly turn: TurnRecord;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSchema[];
  readonly ceiling: CallCeiling;
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
    await this.journal.commit(session, (commit) => {
      commit.step(key, 'settled', answer);
      commit.step(note.key, 'settled', note.value);
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
    try {
      const answer = await this.caller.call(turn.route, {
        messages: ask.messages,
        tools: ask.tools,
        ...paid,
        onDelta: (text) => this.stream('turn.delta', turn, text),
        onReasoning: (text) => this.stream('turn.reasoning', turn, text),
        signal: session.signal,
      });
      return this.answered(answer);
    } catch (thrown) {
      session.throwIfHalted();
      return failed(thrown);
    }
  }

  private stream(type: 'turn.delta' | 'turn.reasoning', turn: TurnRecord, text: string): void {
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

function failed(thrown: unknown): RecordedAnswer {
  if (thrown instanceof ModelCallFailure) {
    const { message, usage, attemptedRoutes } = thrown;
    return { outcome: 'failed', error: message, usage, attemptedRoutes };
  }
  return { outcome: 'failed', error: messageOf(thrown), usage: noUsage, attemptedRoutes: [] };
}

function unpaid(session: RunSession): RecordedAnswer {
  const error = runTexts.budgetExhausted(session.run.budget.limitUsd);
  return { outcome: 'failed', error, usage: noUsage, attemptedRoutes: [] };
}
