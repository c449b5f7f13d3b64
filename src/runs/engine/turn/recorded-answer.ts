import type { FinishReason, ToolRequest } from '../../../models/model-call.js';
import type { ServedBy, UsageRecord } from '../../../protocol/records/work.js';
import type { JournalStep } from '../../persistence/journal.repository.js';

/** What the journal keeps of a model call that has ended: its answer, or why there is none. */
export type RecordedAnswer = AnsweredCall | FailedCall;

export interface AnsweredCall {
  readonly outcome: 'answered';
  readonly text: string;
  readonly reasoning: string | null;
  readonly toolCalls: readonly ToolRequest[];
  readonly usage: UsageRecord;
  readonly finishReason: FinishReason;
  readonly servedBy: ServedBy;
  readonly attemptedRoutes: readonly string[];
}

export interface FailedCall {
  readonly outcome: 'failed';
  readonly error: string;
  /** What it had said until it broke off; absent: nothing. */
  readonly text?: string;
  readonly reasoning?: string;
  /** What a broken-off call is known to have cost (decisions.md D26). */
  readonly usage: UsageRecord;
  readonly attemptedRoutes: readonly string[];
}

/** Something recorded with a turn's answers, so that a continued turn finds it again. */
export interface RecordedNote {
  readonly key: string;
  readonly value: unknown;
}

const paidKey = /\/m\d+(-cut)?$/;

/** Key of a turn's model call; `round` counts from 1. */
export function callKeyOf(turnKey: string, round: number): string {
  return `${turnKey}/m${round}`;
}

/** What tries of a call cost that a shutdown cut off. The call itself is made again. */
export interface CutOffTries {
  readonly usage: UsageRecord;
}

/** Key under which the cut-off tries of a call are kept. */
export function cutKeyOf(callKey: string): string {
  return `${callKey}-cut`;
}

/** USD of a recorded call, or of its cut-off tries; null when the step is something else. */
export function recordedCallCost(step: JournalStep): number | null {
  if (step.state !== 'settled' || !paidKey.test(step.key)) return null;
  return (step.value as RecordedAnswer | CutOffTries).usage.costUsd;
}
