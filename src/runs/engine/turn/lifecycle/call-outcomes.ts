import { ModelCallFailure } from '#models/gateway/model-call.js';
import type { ModelAnswer } from '#models/gateway/model-call.js';
import { addUsage, noUsage } from '#models/gateway/usage.js';
import { messageOf } from '#platform/errors/error-text.js';
import type { UsageRecord } from '#protocol/records/work.js';
import { runTexts } from '#protocol/texts/runs.js';
import type { RunSession } from '../../journal/run-session.js';
import type { CallAttempts, FailedCall, RecordedAnswer } from '../../journal/recorded.js';

/** What a call has streamed, by the event that told it. */
export type Streamed = Readonly<Record<'turn.delta' | 'turn.reasoning', string>>;

/** The attempt after one that was cut off, which is charged with its estimate. */
export function nextAttempt(before: CallAttempts | null, estimate: UsageRecord): CallAttempts {
  if (before === null) return { attempt: 1, spent: noUsage, estimate };
  const { attempt, spent, estimate: lost } = before;
  return { attempt: attempt + 1, spent: addUsage(spent, lost), estimate };
}

export function givenUp({ attempt, spent, estimate }: CallAttempts): FailedCall {
  const error = runTexts.callCutOff(attempt);
  return { outcome: 'failed', error, usage: addUsage(spent, estimate), attemptedRoutes: [] };
}

/** With what the attempts before it have cost. */
export function withAttempts(answer: RecordedAnswer, { spent }: CallAttempts): RecordedAnswer {
  const nothing = spent.tokensIn + spent.tokensOut === 0;
  return nothing ? answer : { ...answer, usage: addUsage(spent, answer.usage) };
}

/**
 * The vendor's ids of tool calls go back to the vendor as they came, with the results. One that is
 * missing is made up from the place of the call.
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

/** What the last route streamed before the call broke off is kept, as clients have seen it. */
export function said(streamed: Streamed): Pick<FailedCall, 'text' | 'reasoning'> {
  const { 'turn.delta': text, 'turn.reasoning': reasoning } = streamed;
  return { ...(text !== '' && { text }), ...(reasoning !== '' && { reasoning }) };
}

export function unpaid(session: RunSession, { spent }: CallAttempts): FailedCall {
  const error = runTexts.budgetExhausted(session.run.budget.limitUsd);
  return { outcome: 'failed', error, usage: spent, attemptedRoutes: [] };
}
