import { z } from 'zod';
import {
  type CallAttempts,
  callAttempts,
  type RecordedAnswer,
  recordedAnswer,
  type RecordedTurn,
  recordedTurn,
  type ToolAttempts,
  toolAttempts,
  type ToolOutcome,
  toolOutcome,
} from './recorded.js';

/** What steps of a kind keep: while their effect is on its way, and once it has ended. */
export interface StepKind<Open, Result> {
  readonly name: string;
  readonly open: z.ZodType<Open>;
  readonly result: z.ZodType<Result>;
}

/** A turn that has ended is a row of its own, so its step stays `started`. */
export const turnStep: StepKind<RecordedTurn, never> = {
  name: 'turn',
  open: recordedTurn,
  result: z.never(),
};

export const modelCallStep: StepKind<CallAttempts, RecordedAnswer> = {
  name: 'model call',
  open: callAttempts,
  result: recordedAnswer,
};

export const toolCallStep: StepKind<ToolAttempts, ToolOutcome> = {
  name: 'tool call',
  open: toolAttempts,
  result: toolOutcome,
};

/** Every kind that a journal may hold. */
export const stepKinds: readonly StepKind<unknown, unknown>[] = [
  turnStep,
  modelCallStep,
  toolCallStep,
];
