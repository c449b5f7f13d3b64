import { Injectable } from '@nestjs/common';
import { once } from 'node:events';
import { ModelCaller, type Reservation } from '#models/gateway/model-call.js';
import { addUsage, noUsage } from '#models/gateway/usage.js';
import { TokenEstimates } from '#models/tokens/token-estimates.js';
import { Clock } from '#platform/clock.js';
import { stamp } from '#platform/events/drafts.js';
import { EventBus } from '#platform/events/event-bus.js';
import { limits } from '#protocol/limits.js';
import type { TurnRecord, UsageRecord } from '#protocol/records/work.js';
import { EmployeesService } from '#workspaces/employees/employees.service.js';
import { admit, settleCall } from './budget.js';
import { type RunCommit, RunJournal } from '../../journal/run-journal.js';
import { RunHalted, type RunSession } from '../../journal/run-session.js';
import { type CallAttempts, type RecordedAnswer, modelCallStep } from '../../journal/recorded.js';
import { type Step, Steps } from '../../journal/steps.js';
import { worstCase } from '../context/prompt-size.js';
import type { Prompt } from '../context/turn-plan.js';
import {
  answered,
  failed,
  abandonedCall,
  nextAttempt,
  said,
  type Streamed,
  unpaid,
  withAttempts,
} from './call-outcomes.js';
import { WaitingActivity } from './waiting-activity.js';

interface StreamedPiece {
  readonly type: keyof Streamed;
  readonly text: string;
  readonly restart?: true;
}

interface ModelAsk extends Prompt {
  /** Step key of the call. */
  readonly key: string;
  readonly turn: TurnRecord;
  /** `none`: the answer must not call tools. */
  readonly toolChoice?: 'none';
}

/** A call, and whether an earlier attempt may have streamed already. */
interface Attempt extends ModelAsk {
  readonly isAgain: boolean;
}

/** The terms of an admitted call. */
interface PaidCall {
  readonly maxOutputTokens: number;
  readonly reservation: Reservation;
}

/** Flags of a call without any answer. */
const cutOffFlags = { estimated: true, cutOff: true } as const;

const stepOf = (key: string): Step<CallAttempts, RecordedAnswer> => ({ kind: modelCallStep, key });

/**
 * Model calls as memoised steps. Each attempt is recorded in advance with its cost if a crash cuts
 * it off; after three attempts the call has failed. The answer is stored by `record` if the turn
 * continues, and with the settled turn if it ends.
 */
@Injectable()
export class ModelCalls {
  constructor(
    private readonly steps: Steps,
    private readonly journal: RunJournal,
    private readonly caller: ModelCaller,
    private readonly estimates: TokenEstimates,
    private readonly bus: EventBus,
    private readonly clock: Clock,
    private readonly employees: EmployeesService,
  ) {}

  /** The content recorded before the first attempt. */
  first(prompt: Prompt): CallAttempts {
    return { attempt: 1, spent: noUsage, estimate: this.estimateOf(prompt) };
  }

  /** Adds the first attempt to an earlier commit. */
  announce(commit: RunCommit, key: string, prompt: Prompt): void {
    this.steps.start(commit, stepOf(key), this.first(prompt));
  }

  isAnswered(session: RunSession, key: string): boolean {
    return this.steps.hasResult(session, stepOf(key));
  }

  /** Cost of the cut-off attempts of a call that has no answer and will get none. */
  lost(session: RunSession, key: string): UsageRecord {
    return this.steps.cutOffUsage(session, key);
  }

  /** The recorded answer, or a new one under a reservation of its highest cost. */
  ask(session: RunSession, ask: ModelAsk): Promise<RecordedAnswer> {
    let isAgain = false;
    return this.steps.once(session, stepOf(ask.key), {
      open: (before) => {
        isAgain = before !== null;
        return nextAttempt(before, this.estimateOf(ask));
      },
      cutOff: (before) => (before.attempt < limits.callAttempts ? null : abandonedCall(before)),
      effect: (attempts) => this.attempt(session, { ...ask, isAgain }, attempts),
      unused: (attempts) => this.withdrawAttempt(session, ask.key, attempts, noUsage),
    });
  }

  /** Records an answer after which the turn continues. */
  async record(session: RunSession, key: string, answer: RecordedAnswer): Promise<void> {
    if (this.isAnswered(session, key)) return;
    await this.journal.commit(session, (commit) => this.steps.settle(commit, stepOf(key), answer));
  }

  private async attempt(
    session: RunSession,
    ask: Attempt,
    attempts: CallAttempts,
  ): Promise<RecordedAnswer> {
    const paid = await this.reserve(session, ask, attempts);
    if (paid === null) return unpaid(session, attempts);
    try {
      const answer = await this.call(session, ask, paid);
      if (session.halted) await this.keepForTheNext(session, ask.key, attempts, answer);
      session.throwIfHalted();
      session.budget = settleCall(session.budget, ask.key, answer.usage.costUsd);
      return withAttempts(answer, attempts);
    } finally {
      session.calls.emit('ended');
    }
  }

  /**
   * Stores a call that ends during a halt, because it was paid for: its answer, or its cost so far
   * if it was cut off.
   */
  private keepForTheNext(
    session: RunSession,
    key: string,
    attempts: CallAttempts,
    answer: RecordedAnswer,
  ): Promise<void> {
    return answer.outcome === 'failed'
      ? this.withdrawAttempt(session, key, attempts, answer.usage)
      : this.journal.commitOnShutdown(session, (commit) =>
          this.steps.settle(commit, stepOf(key), withAttempts(answer, attempts)),
        );
  }

  /** A shutdown is not a crash: the attempt does not count, and its cost is known. */
  private withdrawAttempt(
    session: RunSession,
    key: string,
    { attempt, spent }: CallAttempts,
    usage: UsageRecord,
  ): Promise<void> {
    const left = { attempt: attempt - 1, spent: addUsage(spent, usage), estimate: noUsage };
    return this.journal.commitOnShutdown(session, (commit) =>
      this.steps.start(commit, stepOf(key), left),
    );
  }

  /**
   * The bounds of a call admitted now; null: no money is left. Waiting calls are admitted in order
   * of arrival.
   */
  private async reserve(
    session: RunSession,
    ask: ModelAsk,
    attempts: CallAttempts,
  ): Promise<PaidCall | null> {
    try {
      return await session.admitting(() => this.admitted(session, ask));
    } catch (thrown) {
      if (thrown instanceof RunHalted)
        await this.withdrawAttempt(session, ask.key, attempts, noUsage);
      throw thrown;
    }
  }

  private async admitted(session: RunSession, ask: ModelAsk): Promise<PaidCall | null> {
    await this.estimates.prepare(ask);
    const tokensIn = this.estimates.reserved(ask, ask.ceiling.models);
    for (;;) {
      session.throwIfHalted();
      const mayPass = session.firstCalls.isFirst(ask.key);
      const admission = admit(session.budget, ask.key, worstCase(ask.ceiling, tokensIn), mayPass);
      if (admission === 'refused') return null;
      if (admission !== 'wait') {
        const { budget, maxOutputTokens, reservedUsd } = admission;
        session.budget = budget;
        session.firstCalls.note(ask.key);
        return { maxOutputTokens, reservation: { usd: reservedUsd, tokensIn } };
      }
      await once(session.calls, 'ended');
    }
  }

  /** Cost of a call without an answer: its input at the highest price of its routes. */
  private estimateOf(prompt: Prompt): UsageRecord {
    const { ceiling } = prompt;
    const tokensIn = this.estimates.input(prompt, ceiling.models);
    const { usdPerMTokIn } = worstCase(ceiling, tokensIn);
    return { tokensIn, tokensOut: 0, costUsd: (tokensIn * usdPerMTokIn) / 1e6, ...cutOffFlags };
  }

  private async call(session: RunSession, ask: Attempt, paid: PaidCall): Promise<RecordedAnswer> {
    const { turn } = ask;
    const streamed = { 'turn.delta': '', 'turn.reasoning': '' };
    const publish = (type: keyof Streamed) => (text: string, restart?: true) => {
      if (restart) Object.assign(streamed, { 'turn.delta': '', 'turn.reasoning': '' });
      streamed[type] += text;
      this.publish({ type, text, ...(restart && { restart }) }, turn);
    };
    const activity = new WaitingActivity((shown) => this.show(session, turn, shown));
    try {
      const answer = await this.caller.call(turn.route, {
        messages: ask.messages,
        tools: ask.tools,
        ...(ask.toolChoice && { toolChoice: ask.toolChoice }),
        cacheKey: turn.runId,
        ...(session.run.paced && { paced: true }),
        ...(ask.isAgain && { isAgain: true }),
        ...paid,
        onDelta: publish('turn.delta'),
        onReasoning: publish('turn.reasoning'),
        onWait: (wait) => activity.note(wait),
        signal: session.signal,
      });
      return answered(answer);
    } catch (thrown) {
      return { ...failed(thrown), ...said(streamed) };
    } finally {
      await activity.settled();
    }
  }

  /** Shows what the employee waits for; null: the turn's usual activity. */
  private async show(
    session: RunSession,
    { roleId, purpose }: TurnRecord,
    waiting: string | null,
  ): Promise<void> {
    await this.journal.commit(session, (commit) => {
      const activity = waiting ?? purpose;
      this.employees.change(commit.tx, commit.run.workspaceId, roleId, { activity });
    });
  }

  private publish(piece: StreamedPiece, turn: TurnRecord): void {
    const draft = { ...piece, runId: turn.runId, turnId: turn.id };
    this.bus.stream(stamp(draft, this.clock.now()));
  }
}
