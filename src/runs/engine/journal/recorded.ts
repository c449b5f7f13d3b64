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
 * Contents of the journal's steps, as schemas with which they are read back. Records that are
 * defined elsewhere are kept whole; only the fields are checked that identify them or give costs.
 */

/** A record that is defined elsewhere; only some of its fields are checked. */
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
    /** Parts beyond text and calls; absent: none. */
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
    /** Text until the call broke off; absent: none. */
    text: z.string().exactOptional(),
    reasoning: z.string().exactOptional(),
    /** Known or estimated cost of all attempts. */
    usage,
    attemptedRoutes: z.array(z.string()).readonly(),
  })
  .readonly();

export type FailedCall = z.output<typeof failedCall>;

/** A model call that has ended: its answer, or why there is none. */
export type RecordedAnswer = AnsweredCall | FailedCall;

const callAttempts = z
  .object({
    /**
     * The present attempt, from 1. A clean shutdown takes back its attempt, so 0 means that none
     * counts.
     */
    attempt: z.int().nonnegative(),
    /** Cost of the earlier attempts. */
    spent: usage,
    /** Cost of the present attempt if it is cut off without an answer. */
    estimate: usage,
  })
  .readonly();

/** A model call in progress. */
export type CallAttempts = z.output<typeof callAttempts>;

const toolAttempts = z.object({ attempt: z.int().positive() }).readonly();

/** A tool call in progress, or waiting for a person. */
export type ToolAttempts = z.output<typeof toolAttempts>;

const toolOutcome = z
  .object({
    record: stored<ToolCallRecord>({ id: z.string(), status: z.enum(toolCallStatuses) }),
    /** The content for the model. */
    content: z.string(),
    /** The whole result, if the content shows a part of it. */
    whole: z.string().exactOptional(),
    /** Ids of memory facts in the content. */
    factIds: z.array(z.string()).readonly(),
    /** Images for models that can see. */
    images: z.array(stored<ModelImage>()).readonly().exactOptional(),
    /** Foreign texts in the content; absent: none. */
    foreign: z
      .array(z.object({ kind: z.enum(foreignKinds), name: z.string() }))
      .readonly()
      .exactOptional(),
    /**
     * States of the workspace before and after the call; absent: it only reads, or none were
     * recorded.
     */
    trees: stored<Trees>().exactOptional(),
  })
  .readonly();

/** A tool call that has ended. */
export type ToolOutcome = z.output<typeof toolOutcome>;

/** Checks a value and returns it unchanged, including fields that the schema does not name. */
function whole<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.custom<T>((value) => schema.safeParse(value).success);
}

const keptConversation = z
  .object({
    /** Step key of the turn in which the conversation began. */
    from: z.string(),
    messages: z.array(stored<ModelMessage>()).readonly(),
    /** Tool schemas that the model was shown; they stay the same, so that caches hold. */
    tools: z.array(stored<ToolSchema>()).readonly(),
    /** Number of people's instructions among the messages. */
    heard: z.number(),
  })
  .readonly();

/** A conversation at the end of a turn, which later turns of the employee continue. */
export type KeptConversation = z.output<typeof keptConversation>;

const checkAttempts = z.object({ attempt: z.int().positive(), check: z.string() }).readonly();

/** A check in progress. */
type CheckAttempts = z.output<typeof checkAttempts>;

const recordedCheck = z
  .object({
    check: stored<CheckRecord>(),
    /** As much of its output as is kept. */
    output: z.string(),
  })
  .readonly();

/** A check that has ended. */
export type RecordedCheck = z.output<typeof recordedCheck>;

const conversationMark = z.object({ keeps: z.literal('conversation') }).readonly();

/** Content of a conversation's step before its result, which the same commit stores. */
export type ConversationMark = z.output<typeof conversationMark>;

const placeMark = z.object({ keeps: z.literal('place') }).readonly();

/** Content of steps about the place of work before their result, which the same commit stores. */
type PlaceMark = z.output<typeof placeMark>;

/** Schemas of a kind of step: its content while the effect is in progress, and its result. */
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
