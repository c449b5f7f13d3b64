import type { JSONObject } from '@ai-sdk/provider';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { UsageRecord } from '../../protocol/records/work.js';
import type { RouteDecision, ServedBy } from '../../protocol/records/routes.js';

/** Data that a provider expects back unchanged: JSON by the SDK's name of the provider. */
export type ProviderMetadata = Record<string, JSONObject>;

/**
 * A piece of an answer, with the provider data that came with it. The field is called `vendor` in
 * stored journals.
 */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string; readonly vendor?: ProviderMetadata }
  | { readonly type: 'reasoning'; readonly text: string; readonly vendor?: ProviderMetadata }
  /** The call at this index in the answer. */
  | { readonly type: 'tool-call'; readonly index: number; readonly vendor?: ProviderMetadata };

/** An answer as its provider gave it, from which it can be repeated without loss. */
interface AnswerOrigin {
  readonly servedBy: ServedBy;
  /** In order of arrival. Absent: only text followed by calls. */
  readonly parts?: readonly AnswerPart[];
  /** Data of the answer as a whole. */
  readonly vendor?: ProviderMetadata;
}

/** An image as base64. */
export interface ModelImage {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly data: string;
}

/** A part of a user message. */
export interface PromptBlock {
  readonly text: string;
  /** Other conversations begin with the same text up to the end of this block. */
  readonly sharedUntilHere?: true;
}

/** One entry of the conversation sent to a model. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** User message only: its content in blocks, for providers that cache by block. */
  readonly blocks?: readonly PromptBlock[];
  /** Assistant message only. */
  readonly toolCalls?: readonly ToolRequest[];
  /** Assistant message only. Absent: the answer counts as the reader's own. */
  readonly origin?: AnswerOrigin;
  /** Tool result only: the call that it answers. */
  readonly toolCallId?: string;
  /** Tool result only: id of the run's document with the full result. */
  readonly documentId?: string;
  /** Tool result only: the tool's name. */
  readonly name?: string;
  /** Tool result only. A model without image input gets only the number of images. */
  readonly images?: readonly ModelImage[];
}

/** A model's request for a tool; the arguments are raw text, possibly invalid JSON. */
export interface ToolRequest {
  readonly id: string;
  readonly name: string;
  readonly argumentsJson: string;
}

export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The same for providers that accept typed map values; absent: the schema has no map. */
  readonly withMaps?: Readonly<Record<string, unknown>>;
}

/** The money that a call may cost over all its routes (docs/money.md). */
export interface Reservation {
  readonly usd: number;
  /** Estimated input tokens, including tool schemas; charged again on every route. */
  readonly tokensIn: number;
}

export interface ModelCall {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSchema[];
  /** `none`: tools are listed as usual but must not be called. */
  readonly toolChoice?: 'none';
  /** Limit of the answer; a model's own lower maximum applies. */
  readonly maxOutputTokens?: number;
  /**
   * Bounds the total cost of all routes: after one broke off at a cost, another is tried only if
   * the rest can pay for it, with its answer limited accordingly. Absent: no bound.
   */
  readonly reservation?: Reservation;
  /**
   * Requests streaming and receives text as it arrives. `restart`: a later route or a repeated call
   * begins, so everything streamed before, including reasoning, is void.
   */
  readonly onDelta?: (text: string, restart?: true) => void;
  readonly onReasoning?: (text: string) => void;
  /** An interrupted earlier attempt may already have streamed. */
  readonly isAgain?: true;
  /**
   * Called with the minimum wait when the call starts to wait for a provider, and with null when it
   * ends.
   */
  readonly onWait?: (wait: ProviderWait | null) => void;
  /** Calls with the same key share beginnings, such as those of one run. */
  readonly cacheKey?: string;
  /** A simulated provider plays an example brief at a pace at which it can be watched. */
  readonly paced?: true;
  readonly signal: AbortSignal;
}

/** A wait for a provider's rate limit or for the end of its trouble. */
export interface ProviderWait {
  readonly providerId: string;
  readonly reason: 'limit' | 'trouble';
  readonly ms: number;
}

export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'error';

export interface ModelAnswer {
  readonly text: string;
  readonly reasoning: string | null;
  readonly toolCalls: readonly ToolRequest[];
  /** Total usage of the call, including routes that broke off. */
  readonly usage: UsageRecord;
  readonly finishReason: FinishReason;
  readonly servedBy: ServedBy;
  /** Absent: only text followed by calls. */
  readonly parts?: readonly AnswerPart[];
  readonly vendor?: ProviderMetadata;
  /** Failed routes before the answer, as `<provider>/<model>: <error>`. */
  readonly attemptedRoutes: readonly string[];
}

/** Calls models for everyone who has a route. */
export abstract class ModelCaller {
  /**
   * Calls the decision's model, then its fallbacks in order, each with its own retries.
   * @throws ModelCallFailure if every route failed or the signal was aborted
   */
  abstract call(decision: RouteDecision, call: ModelCall): Promise<ModelAnswer>;
}

/**
 * No route answered, or the caller gave up. The only error of `ModelCaller.call`. It is a refusal,
 * because a conversation without an answer returns its message.
 */
export class ModelCallFailure extends RefusedError {
  /** Routes that failed, as `<provider>/<model>: <error>`. */
  readonly attemptedRoutes: readonly string[];
  /** Cost of answers that broke off after their first output. */
  readonly usage: UsageRecord;
  /** True if the caller's signal was aborted. */
  readonly cancelled: boolean;

  constructor(
    message: string,
    details: { attemptedRoutes: readonly string[]; usage: UsageRecord; cancelled: boolean },
  ) {
    super(message);
    this.attemptedRoutes = details.attemptedRoutes;
    this.usage = details.usage;
    this.cancelled = details.cancelled;
  }
}
