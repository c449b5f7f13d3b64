import { z } from 'zod';
import type { TurnMemoryIndex } from '#memory/turn-memory.js';
import type {
  AnswerPart,
  ModelImage,
  ModelMessage,
  ToolRequest,
  ToolSchema,
  ProviderMetadata,
} from '#models/gateway/model-call.js';
import { foreignKinds, toolCallStatuses } from '#protocol/records/enums.js';
import type { CheckRecord } from '#protocol/records/evidence.js';
import type { SkillSelection } from '#protocol/records/skills.js';
import type { ToolCallRecord, UsageRecord } from '#protocol/records/work.js';
import type { RouteDecision, ServedBy } from '#protocol/records/routes.js';
import type { Trees } from '../../changes/snapshots.service.js';
import type { StagePlace, WorkFacts } from '../workspace-survey/work-facts.js';

/**
 * What the journal keeps of each kind of step, by the schemas with which it is read back. Records
 * that are defined elsewhere are kept whole; of these only the fields are checked that tell them
 * from others, or that costs are counted by.
 */

/** A record that is defined elsewhere, known by some of its fields. */
function stored<T extends object>(fields: Partial<Record<keyof T, z.ZodType>> = {}): z.ZodType<T> {
  const known = z.looseObject(fields as z.ZodRawShape);
  return z.custom<T>((value) => known.safeParse(value).success);
}

const usage = stored<UsageRecord>({
  tokensIn: z.number(),
  tokensOut: z.number(),
  costUsd: z.number(),
});

const recordedTurn = z
  .object({
    turnId: z.string(),
    roleId: z.string(),
    purpose: z.string(),
    startedAt: z.number(),
    route: stored<RouteDecision>(),
    skills: z.array(stored<SkillSelection>()).readonly(),
    /** The facts the turn is shown. */
    memory: stored<TurnMemoryIndex>(),
  })
  .readonly();

/** How a turn began, so that it continues in the same way after a restart. */
export type RecordedTurn = z.output<typeof recordedTurn>;

const providerMetadata = stored<ProviderMetadata>();

const answeredCall = z
  .object({
    outcome: z.literal('answered'),
    text: z.string(),
    reasoning: z.string().nullable(),
    toolCalls: z.array(stored<ToolRequest>()).readonly(),
    /** Sum over all attempts. */
    usage,
    finishReason: z.enum(['stop', 'tool_calls', 'length', 'error']),
    servedBy: stored<ServedBy>(),
    /** Absent: there is no more than text and calls. */
    parts: z.array(stored<AnswerPart>()).readonly().exactOptional(),
    vendor: providerMetadata.exactOptional(),
    attemptedRoutes: z.array(z.string()).readonly(),
  })
  .readonly();

export type AnsweredCall = z.output<typeof answeredCall>;

const failedCall = z
  .object({
    outcome: z.literal('failed'),
    error: z.string(),
    /** What it had said until it broke off; absent: nothing. */
    text: z.string().exactOptional(),
    reasoning: z.string().exactOptional(),
    /** What is known or estimated to have been spent, over all attempts. */
    usage,
    attemptedRoutes: z.array(z.string()).readonly(),
  })
  .readonly();

export type FailedCall = z.output<typeof failedCall>;

/** A model call that has ended: its answer, or why there is none. */
export type RecordedAnswer = AnsweredCall | FailedCall;

const callAttempts = z
  .object({
    /** The present attempt, from 1. A clean shutdown gives it back, so that 0 means: none counts. */
    attempt: z.int().nonnegative(),
    /** What the attempts before it have cost. */
    spent: usage,
    /** What the present attempt has cost if it is cut off without an answer. */
    estimate: usage,
  })
  .readonly();

/** A model call on its way. */
export type CallAttempts = z.output<typeof callAttempts>;

const toolAttempts = z.object({ attempt: z.int().positive() }).readonly();

/** A tool call on its way, or waiting for a person. */
export type ToolAttempts = z.output<typeof toolAttempts>;

const toolOutcome = z
  .object({
    record: stored<ToolCallRecord>({ id: z.string(), status: z.enum(toolCallStatuses) }),
    /** The content for the model. */
    content: z.string(),
    /** All of what the content shows a part of. */
    whole: z.string().exactOptional(),
    /** Memory facts among it. */
    factIds: z.array(z.string()).readonly(),
    /** What it shows a model that sees. */
    images: z.array(stored<ModelImage>()).readonly().exactOptional(),
    /** Foreign texts in the content; absent: none. */
    foreign: z
      .array(z.object({ kind: z.enum(foreignKinds), name: z.string() }))
      .readonly()
      .exactOptional(),
    /** States of the workspace around it; absent: it only reads, or none were recorded. */
    trees: stored<Trees>().exactOptional(),
  })
  .readonly();

/** A tool call that has ended. */
export type ToolOutcome = z.output<typeof toolOutcome>;

/** Checks a value and hands it on as it is, with the fields that the schema does not name. */
function whole<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.custom<T>((value) => schema.safeParse(value).success);
}

const keptConversation = z
  .object({
    /** Step key of the turn with which it began. */
    from: z.string(),
    messages: z.array(stored<ModelMessage>()).readonly(),
    /** What the model was shown of tools; it stays the same, so that caches hold. */
    tools: z.array(stored<ToolSchema>()).readonly(),
    /** Instructions of people among the messages. */
    heard: z.number(),
  })
  .readonly();

/** A conversation at the end of its turn, which later turns of the employee go on from. */
export type KeptConversation = z.output<typeof keptConversation>;

const checkAttempts = z.object({ attempt: z.int().positive(), check: z.string() }).readonly();

/** A check on its way. */
type CheckAttempts = z.output<typeof checkAttempts>;

const recordedCheck = z
  .object({
    check: stored<CheckRecord>(),
    /** All of its output that was kept. */
    output: z.string(),
  })
  .readonly();

/** A check that has ended. */
export type RecordedCheck = z.output<typeof recordedCheck>;

const conversationMark = z.object({ keeps: z.literal('conversation') }).readonly();

/** What a step of a conversation holds before its result, which comes with the same commit. */
export type ConversationMark = z.output<typeof conversationMark>;

const placeMark = z.object({ keeps: z.literal('place') }).readonly();

/** What steps on the place of work hold before their result, which comes with the same commit. */
type PlaceMark = z.output<typeof placeMark>;

/** What steps of a kind keep: while their effect is on its way, and once it has ended. */
export interface StepKind<Open, Result> {
  readonly name: string;
  readonly open: z.ZodType<Open>;
  readonly result: z.ZodType<Result>;
}

/** A settled turn has its own row, so its step stays `started`. */
export const turnStep: StepKind<RecordedTurn, never> = {
  name: 'turn',
  open: whole(recordedTurn),
  result: z.never(),
};

export const modelCallStep: StepKind<CallAttempts, RecordedAnswer> = {
  name: 'model call',
  open: whole(callAttempts),
  result: whole(z.discriminatedUnion('outcome', [answeredCall, failedCall])),
};

export const toolCallStep: StepKind<ToolAttempts, ToolOutcome> = {
  name: 'tool call',
  open: whole(toolAttempts),
  result: whole(toolOutcome),
};

/** The step has no effect; the commit that ends its turn stores the conversation. */
export const conversationStep: StepKind<ConversationMark, KeptConversation> = {
  name: 'conversation',
  open: conversationMark,
  result: whole(keptConversation),
};

/** The facts about its place of work that a run shows to models. */
export const factsStep: StepKind<PlaceMark, WorkFacts> = {
  name: 'facts',
  open: placeMark,
  result: stored<WorkFacts>({ shell: z.string(), programs: z.array(z.unknown()) }),
};

/** What a stage found when it began. */
export const placeStep: StepKind<PlaceMark, StagePlace> = {
  name: 'place',
  open: placeMark,
  result: stored<StagePlace>({ repository: z.boolean(), notes: z.array(z.unknown()) }),
};

export const checkStep: StepKind<CheckAttempts, RecordedCheck> = {
  name: 'check',
  open: whole(checkAttempts),
  result: whole(recordedCheck),
};
