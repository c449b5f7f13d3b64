import { z } from 'zod';
import type { TurnMemoryIndex } from '#memory/turn-memory.js';
import type {
  AnswerPart,
  FinishReason,
  ModelImage,
  ToolRequest,
  VendorData,
} from '#models/gateway/model-call.js';
import {
  memoryKinds,
  memoryScopes,
  modelTiers,
  skillVias,
  taskClasses,
  toolCallStatuses,
} from '#protocol/records/enums.js';
import type {
  RouteDecision,
  ServedBy,
  SkillSelection,
  ToolCallRecord,
  UsageRecord,
} from '#protocol/records/work.js';
import type { Trees } from '../../changes/snapshots.service.js';

/**
 * What the journal keeps of each kind of step, and the schemas by which it is read back. Fields that
 * a schema does not name are kept as they are.
 */

/** How a turn began, so that it goes on as it began. */
export interface RecordedTurn {
  readonly turnId: string;
  readonly roleId: string;
  readonly purpose: string;
  readonly startedAt: number;
  readonly route: RouteDecision;
  readonly skills: readonly SkillSelection[];
  /** The facts the turn is shown. */
  readonly memory: TurnMemoryIndex;
}

/** A model call that has ended: its answer, or why there is none. */
export type RecordedAnswer = AnsweredCall | FailedCall;

export interface AnsweredCall {
  readonly outcome: 'answered';
  readonly text: string;
  readonly reasoning: string | null;
  readonly toolCalls: readonly ToolRequest[];
  /** Of all attempts together. */
  readonly usage: UsageRecord;
  readonly finishReason: FinishReason;
  readonly servedBy: ServedBy;
  /** Absent: there is no more than text and calls. */
  readonly parts?: readonly AnswerPart[];
  readonly vendor?: VendorData;
  readonly attemptedRoutes: readonly string[];
}

export interface FailedCall {
  readonly outcome: 'failed';
  readonly error: string;
  /** What it had said until it broke off; absent: nothing. */
  readonly text?: string;
  readonly reasoning?: string;
  /** What is known or estimated to have been spent, over all attempts. */
  readonly usage: UsageRecord;
  readonly attemptedRoutes: readonly string[];
}

/** A model call on its way. */
export interface CallAttempts {
  /** The present attempt, from 1. A clean shutdown gives it back, so that 0 means: none counts. */
  readonly attempt: number;
  /** What the attempts before it have cost. */
  readonly spent: UsageRecord;
  /** What the present attempt has cost if it is cut off without an answer. */
  readonly estimate: UsageRecord;
}

/** A tool call on its way, or waiting for a person. */
export interface ToolAttempts {
  readonly attempt: number;
}

/** A tool call that has ended. */
export interface ToolOutcome {
  readonly record: ToolCallRecord;
  /** The content for the model. */
  readonly content: string;
  /** All of what the content shows a part of. */
  readonly whole?: string;
  /** Memory facts among it. */
  readonly factIds: readonly string[];
  /** What it shows a model that sees. */
  readonly images?: readonly ModelImage[];
  /** States of the workspace around it; absent: it only reads, or none were recorded. */
  readonly trees?: Trees;
}

const usage: z.ZodType<UsageRecord> = z.looseObject({
  tokensIn: z.number(),
  tokensOut: z.number(),
  costUsd: z.number(),
  estimated: z.boolean().exactOptional(),
  reasoningTokens: z.number().exactOptional(),
  cachedTokens: z.number().exactOptional(),
  cacheWriteTokens: z.number().exactOptional(),
});

const candidate = z.looseObject({
  providerId: z.string(),
  modelId: z.string(),
  tier: z.enum(modelTiers),
  blendedCostPerKTok: z.number(),
  reason: z.string(),
  quality: z.number().exactOptional(),
  fitness: z.number().exactOptional(),
  score: z.number().exactOptional(),
});

const route: z.ZodType<RouteDecision> = z.looseObject({
  providerId: z.string(),
  modelId: z.string(),
  tier: z.enum(modelTiers),
  taskClass: z.enum(taskClasses),
  reason: z.string(),
  fallbacks: z.array(candidate),
  considered: z.array(candidate),
  pinned: z.boolean().exactOptional(),
  quality: z.number().exactOptional(),
  fitness: z.number().exactOptional(),
  score: z.number().exactOptional(),
});

const memoryIndex: z.ZodType<TurnMemoryIndex> = z.looseObject({
  query: z.string(),
  facts: z.array(
    z.looseObject({
      id: z.string(),
      kind: z.enum(memoryKinds),
      scope: z.enum(memoryScopes),
      scopeId: z.string().nullable(),
      text: z.string(),
      tags: z.array(z.string()),
      confidence: z.number(),
      validFrom: z.number(),
      source: z.string().nullable(),
    }),
  ),
  total: z.number(),
});

const recordedTurn: z.ZodType<RecordedTurn> = z.looseObject({
  turnId: z.string(),
  roleId: z.string(),
  purpose: z.string(),
  startedAt: z.number(),
  route,
  skills: z.array(
    z.looseObject({ skillId: z.string(), reason: z.string(), via: z.enum(skillVias) }),
  ),
  memory: memoryIndex,
});

const toolRequest = z.looseObject({
  id: z.string(),
  name: z.string(),
  argumentsJson: z.string(),
});

const vendorData = z.record(z.string(), z.record(z.string(), z.json()));
const saidPart = { text: z.string(), vendor: vendorData.exactOptional() };

const answerPart: z.ZodType<AnswerPart> = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), ...saidPart }),
  z.looseObject({ type: z.literal('reasoning'), ...saidPart }),
  z.looseObject({
    type: z.literal('tool-call'),
    index: z.int().nonnegative(),
    vendor: vendorData.exactOptional(),
  }),
]);

const answered = z.looseObject({
  outcome: z.literal('answered'),
  text: z.string(),
  reasoning: z.string().nullable(),
  toolCalls: z.array(toolRequest),
  usage,
  finishReason: z.enum(['stop', 'tool_calls', 'length', 'error']),
  servedBy: z.looseObject({ providerId: z.string(), modelId: z.string() }),
  parts: z.array(answerPart).exactOptional(),
  vendor: vendorData.exactOptional(),
  attemptedRoutes: z.array(z.string()),
});

const failed = z.looseObject({
  outcome: z.literal('failed'),
  error: z.string(),
  text: z.string().exactOptional(),
  reasoning: z.string().exactOptional(),
  usage,
  attemptedRoutes: z.array(z.string()),
});

const recordedAnswer: z.ZodType<RecordedAnswer> = z.discriminatedUnion('outcome', [
  answered,
  failed,
]);

const callAttempts: z.ZodType<CallAttempts> = z.looseObject({
  attempt: z.number().int().nonnegative(),
  spent: usage,
  estimate: usage,
});

const toolAttempts: z.ZodType<ToolAttempts> = z.looseObject({
  attempt: z.number().int().positive(),
});

const image: z.ZodType<ModelImage> = z.looseObject({
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  data: z.string(),
});

const toolOutcome: z.ZodType<ToolOutcome> = z.looseObject({
  record: z.looseObject({
    id: z.string(),
    turnId: z.string(),
    name: z.string(),
    argumentsJson: z.string(),
    status: z.enum(toolCallStatuses),
    resultPreview: z.string(),
    durationMs: z.number(),
    affectsPaths: z.array(z.string()),
    at: z.number().exactOptional(),
    waitedMs: z.number().exactOptional(),
    command: z
      .looseObject({
        exitCode: z.number().nullable(),
        succeeded: z.boolean().nullable(),
        tail: z.string(),
      })
      .exactOptional(),
  }),
  content: z.string(),
  whole: z.string().exactOptional(),
  factIds: z.array(z.string()),
  images: z.array(image).exactOptional(),
  trees: z
    .looseObject({
      before: z.string(),
      after: z.string(),
      beforeAt: z.number().exactOptional(),
      afterAt: z.number().exactOptional(),
      directories: z.array(z.string()).exactOptional(),
      unrecorded: z.array(z.string()).exactOptional(),
    })
    .exactOptional(),
});

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
