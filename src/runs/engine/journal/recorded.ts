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
import {
  checkMoments,
  commandConfinements,
  foreignKinds,
  memoryKinds,
  memoryScopes,
  modelTiers,
  skillVias,
  taskClasses,
  toolCallStatuses,
} from '#protocol/records/enums.js';
import type { CheckRecord } from '#protocol/records/evidence.js';
import type { SkillSelection, ToolCallRecord, UsageRecord } from '#protocol/records/work.js';
import type { RouteCandidate, RouteDecision, ServedBy } from '#protocol/records/routes.js';
import type { Trees } from '../../changes/snapshots.service.js';
import type { StagePlace, WorkFacts } from '../workspace-survey/work-facts.js';

/**
 * What the journal keeps of each kind of step, by the schemas with which it is read back. Records of
 * the protocol are checked against its types, everything else is inferred.
 */

/** A conversation at the end of its turn, which later turns of the employee go on from. */
export interface KeptConversation {
  /** Step key of the turn with which it began. */
  readonly from: string;
  readonly messages: readonly ModelMessage[];
  /** What the model was shown of tools; it stays the same, so that caches hold. */
  readonly tools: readonly ToolSchema[];
  /** Instructions of people among the messages. */
  readonly heard: number;
}

const usage: z.ZodType<UsageRecord> = z.object({
  tokensIn: z.number(),
  tokensOut: z.number(),
  costUsd: z.number(),
  estimated: z.boolean().exactOptional(),
  reasoningTokens: z.number().exactOptional(),
  cachedTokens: z.number().exactOptional(),
  cacheWriteTokens: z.number().exactOptional(),
});

const scores = {
  quality: z.number().exactOptional(),
  fitness: z.number().exactOptional(),
  score: z.number().exactOptional(),
};

const candidate: z.ZodType<RouteCandidate> = z.object({
  providerId: z.string(),
  modelId: z.string(),
  tier: z.enum(modelTiers),
  blendedCostPerKTok: z.number(),
  reason: z.string(),
  ...scores,
});

const route: z.ZodType<RouteDecision> = z.object({
  providerId: z.string(),
  modelId: z.string(),
  tier: z.enum(modelTiers),
  taskClass: z.enum(taskClasses),
  reason: z.string(),
  fallbacks: z.array(candidate),
  considered: z.array(candidate),
  pinned: z.boolean().exactOptional(),
  ...scores,
});

const skill: z.ZodType<SkillSelection> = z.object({
  skillId: z.string(),
  reason: z.string(),
  via: z.enum(skillVias),
});

const memoryIndex: z.ZodType<TurnMemoryIndex> = z.object({
  query: z.string(),
  facts: z.array(
    z.object({
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

const recordedTurn = z
  .object({
    turnId: z.string(),
    roleId: z.string(),
    purpose: z.string(),
    startedAt: z.number(),
    route,
    skills: z.array(skill).readonly(),
    /** The facts the turn is shown. */
    memory: memoryIndex,
  })
  .readonly();

/** How a turn began, so that it goes on as it began. */
export type RecordedTurn = z.output<typeof recordedTurn>;

const toolRequest: z.ZodType<ToolRequest> = z.object({
  id: z.string(),
  name: z.string(),
  argumentsJson: z.string(),
});

const providerMetadata: z.ZodType<ProviderMetadata> = z.record(
  z.string(),
  z.record(z.string(), z.json()),
);
const saidPart = { text: z.string(), vendor: providerMetadata.exactOptional() };

const answerPart: z.ZodType<AnswerPart> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), ...saidPart }),
  z.object({ type: z.literal('reasoning'), ...saidPart }),
  z.object({
    type: z.literal('tool-call'),
    index: z.int().nonnegative(),
    vendor: providerMetadata.exactOptional(),
  }),
]);

const servedBy: z.ZodType<ServedBy> = z.object({ providerId: z.string(), modelId: z.string() });

const answeredCall = z
  .object({
    outcome: z.literal('answered'),
    text: z.string(),
    reasoning: z.string().nullable(),
    toolCalls: z.array(toolRequest).readonly(),
    /** Of all attempts together. */
    usage,
    finishReason: z.enum(['stop', 'tool_calls', 'length', 'error']),
    servedBy,
    /** Absent: there is no more than text and calls. */
    parts: z.array(answerPart).readonly().exactOptional(),
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

const toolCallRecord: z.ZodType<ToolCallRecord> = z.object({
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
    .object({
      exitCode: z.number().nullable(),
      succeeded: z.boolean().nullable(),
      tail: z.string(),
      confinement: z.enum(commandConfinements).exactOptional(),
    })
    .exactOptional(),
});

const image: z.ZodType<ModelImage> = z.object({
  mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  data: z.string(),
});

const trees: z.ZodType<Trees> = z.object({
  before: z.string(),
  after: z.string(),
  beforeAt: z.number().exactOptional(),
  afterAt: z.number().exactOptional(),
  directories: z.array(z.string()).exactOptional(),
  unrecorded: z.array(z.string()).exactOptional(),
});

const toolOutcome = z
  .object({
    record: toolCallRecord,
    /** The content for the model. */
    content: z.string(),
    /** All of what the content shows a part of. */
    whole: z.string().exactOptional(),
    /** Memory facts among it. */
    factIds: z.array(z.string()).readonly(),
    /** What it shows a model that sees. */
    images: z.array(image).readonly().exactOptional(),
    /** Foreign texts in the content; absent: none. */
    foreign: z
      .array(z.object({ kind: z.enum(foreignKinds), name: z.string() }))
      .readonly()
      .exactOptional(),
    /** States of the workspace around it; absent: it only reads, or none were recorded. */
    trees: trees.exactOptional(),
  })
  .readonly();

/** A tool call that has ended. */
export type ToolOutcome = z.output<typeof toolOutcome>;

/** Checks a value and hands it on as it is, with the fields that the schema does not name. */
function whole<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.custom<T>((value) => schema.safeParse(value).success);
}

const modelMessage: z.ZodType<ModelMessage> = z.object({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  blocks: z
    .array(z.object({ text: z.string(), sharedUntilHere: z.literal(true).exactOptional() }))
    .exactOptional(),
  toolCalls: z.array(toolRequest).exactOptional(),
  origin: z
    .object({
      servedBy,
      parts: z.array(answerPart).exactOptional(),
      vendor: providerMetadata.exactOptional(),
    })
    .exactOptional(),
  toolCallId: z.string().exactOptional(),
  documentId: z.string().exactOptional(),
  name: z.string().exactOptional(),
  images: z.array(image).exactOptional(),
});

const schemaObject = z.record(z.string(), z.unknown());

const keptConversation: z.ZodType<KeptConversation> = z.object({
  from: z.string(),
  messages: z.array(modelMessage),
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      parameters: schemaObject,
      withMaps: schemaObject.exactOptional(),
    }),
  ),
  heard: z.number(),
});

const checkRecord: z.ZodType<CheckRecord> = z.object({
  command: z.string(),
  moment: z.enum(checkMoments),
  stageId: z.string().nullable(),
  pass: z.number().exactOptional(),
  at: z.number(),
  durationMs: z.number(),
  exitCode: z.number().nullable(),
  outcome: z.string(),
  tail: z.string(),
  confinement: z.enum(commandConfinements).exactOptional(),
  failures: z.array(z.string()),
  artifactId: z.string(),
});

const checkAttempts = z.object({ attempt: z.int().positive(), check: z.string() }).readonly();

/** A check on its way. */
type CheckAttempts = z.output<typeof checkAttempts>;

const recordedCheck = z
  .object({
    check: checkRecord,
    /** All of its output that was kept. */
    output: z.string(),
  })
  .readonly();

/** A check that has ended. */
export type RecordedCheck = z.output<typeof recordedCheck>;

const conversationMark = z.object({ keeps: z.literal('conversation') }).readonly();

/** What a step of a conversation holds before its result, which comes with the same commit. */
export type ConversationMark = z.output<typeof conversationMark>;

const workFacts: z.ZodType<WorkFacts> = z.object({
  shell: z.string(),
  programs: z.array(z.object({ name: z.string(), version: z.string() })),
  account: z.string().nullable(),
  network: z.boolean(),
  sandbox: z.boolean().optional(),
  web: z.boolean(),
  repository: z.boolean(),
  scratch: z.string().nullable(),
  named: z.array(z.string()),
});

const stagePlace: z.ZodType<StagePlace> = z.object({
  repository: z.boolean(),
  notes: z.array(z.object({ path: z.string(), text: z.string() })),
});

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

/** It has no effect of its own: the commit that ends its turn stores it. */
export const conversationStep: StepKind<ConversationMark, KeptConversation> = {
  name: 'conversation',
  open: conversationMark,
  result: whole(keptConversation),
};

/** What a run is told of the place it works in. */
export const factsStep: StepKind<PlaceMark, WorkFacts> = {
  name: 'facts',
  open: placeMark,
  result: whole(workFacts),
};

/** What a stage found when it began. */
export const placeStep: StepKind<PlaceMark, StagePlace> = {
  name: 'place',
  open: placeMark,
  result: whole(stagePlace),
};

export const checkStep: StepKind<CheckAttempts, RecordedCheck> = {
  name: 'check',
  open: whole(checkAttempts),
  result: whole(recordedCheck),
};
