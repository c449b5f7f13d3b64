import { ModelCallFailure } from '#models/gateway/model-call.js';
import type { ModelAnswer } from '#models/gateway/model-call.js';
import { addUsage, noUsage } from '#models/gateway/usage.js';
import { messageOf } from '#platform/errors/error-text.js';
import type { UsageRecord } from '#protocol/records/work.js';
import { runTexts } from '#protocol/texts/runs.js';
import type { RunSession } from '../../journal/run-session.js';
import type { CallAttempts, FailedCall, RecordedAnswer } from '../../journal/recorded.js';

/** The text streamed by a call, by event. */
export type Streamed = Readonly<Record<'turn.delta' | 'turn.reasoning', string>>;

/** The attempt after a cut-off one, whose estimate counts as spent. */
export function nextAttempt(before: CallAttempts | null, estimate: UsageRecord): CallAttempts {
  if (before === null) return { attempt: 1, spent: noUsage, estimate };
  const { attempt, spent, estimate: lost } = before;
  return { attempt: attempt + 1, spent: addUsage(spent, lost), estimate };
}

export function abandonedCall({ attempt, spent, estimate }: CallAttempts): FailedCall {
  const error = runTexts.callCutOff(attempt);
  return { outcome: 'failed', error, usage: addUsage(spent, estimate), attemptedRoutes: [] };
}

/** Adds the cost of earlier attempts. */
export function withAttempts(answer: RecordedAnswer, { spent }: CallAttempts): RecordedAnswer {
  const nothing = spent.tokensIn + spent.tokensOut === 0;
  return nothing ? answer : { ...answer, usage: addUsage(spent, answer.usage) };
}

/**
 * The provider's ids of tool calls are sent back unchanged with the results. A missing id is
 * derived from the call's position.
 */
export function answered(answer: ModelAnswer): RecordedAnswer {
  const toolCalls = answer.toolCalls.map((call, index) =>
    call.id === '' ? { ...call, id: `call_${index}` } : call,
  );
  return { outcome: 'answered', ...answer, toolCalls };
}

export function failed(thrown: unknown): FailedCall {
  if (thrown instanceof ModelCallFailure) {
    const { message, usage, attemptedRoutes } = thrown;
    return { outcome: 'failed', error: message, usage, attemptedRoutes };
  }
  return { outcome: 'failed', error: messageOf(thrown), usage: noUsage, attemptedRoutes: [] };
}

/** Keeps the last route's streamed text of a broken call, because clients have seen it. */
export function said(streamed: Streamed): Pick<FailedCall, 'text' | 'reasoning'> {
  const { 'turn.delta': text, 'turn.reasoning': reasoning } = streamed;
  return { ...(text !== '' && { text }), ...(reasoning !== '' && { reasoning }) };
}

export function unpaid(session: RunSession, { spent }: CallAttempts): FailedCall {
  const error = runTexts.budgetExhausted(session.run.budget.limitUsd);
  return { outcome: 'failed', error, usage: spent, attemptedRoutes: [] };
}
