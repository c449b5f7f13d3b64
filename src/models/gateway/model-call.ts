import type { JSONObject } from '@ai-sdk/provider';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { RouteDecision, ServedBy, UsageRecord } from '../../protocol/records/work.js';

/** What a vendor wants back as it sent it: JSON, by the SDK's name for the vendor. */
export type VendorData = Record<string, JSONObject>;

/** One piece of an answer. A vendor's data belongs to the piece with which it came. */
export type AnswerPart =
  | { readonly type: 'text'; readonly text: string; readonly vendor?: VendorData }
  | { readonly type: 'reasoning'; readonly text: string; readonly vendor?: VendorData }
  /** The call at this place among the answer's calls. */
  | { readonly type: 'tool-call'; readonly index: number; readonly vendor?: VendorData };

/** An answer as the vendor gave it, from which it is made again without loss. */
interface AnswerOrigin {
  readonly servedBy: ServedBy;
  /** In the order in which they came. Absent: there is no more to it than its text and its calls. */
  readonly parts?: readonly AnswerPart[];
  /** What belongs to the answer as a whole. */
  readonly vendor?: VendorData;
}

/** An image as base64. */
export interface ModelImage {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly data: string;
}

/** A piece of what the user says. */
export interface PromptBlock {
  readonly text: string;
  /** Other conversations begin with the same, to the end of this piece. */
  readonly sharedUntilHere?: true;
}

/** One entry of the conversation sent to a model. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** Of a user message: its content in pieces, for vendors whose caches go by them. */
  readonly blocks?: readonly PromptBlock[];
  /** Of an assistant message. */
  readonly toolCalls?: readonly ToolRequest[];
  /** Of an assistant message. Absent: it is taken for the reader's own. */
  readonly origin?: AnswerOrigin;
  /** Of a tool result: the call it answers. */
  readonly toolCallId?: string;
  /** Of a tool result: the id under which it can be read again as a document of the run. */
  readonly documentId?: string;
  /** Of a tool result: the tool's name. */
  readonly name?: string;
  /** Of a tool result. A model that does not see them is told of their number. */
  readonly images?: readonly ModelImage[];
}

/** A model asks for a tool; the arguments are its raw text, which need not be JSON. */
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
  /** The same for vendors that take the types of a map's values; absent: it has no map. */
  readonly withMaps?: Readonly<Record<string, unknown>>;
}

/** The money a call may cost, all its routes together (docs/money.md). */
export interface Reservation {
  readonly usd: number;
  /** Estimated input of the call, tool schemas included: every route is charged for it anew. */
  readonly tokensIn: number;
}

export interface ModelCall {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSchema[];
  /** `none`: the model must not call a tool, though it is shown them as before. */
  readonly toolChoice?: 'none';
  /** Cap on the answer; a model's own maximum stands where it is lower. */
  readonly maxOutputTokens?: number;
  /**
   * Bounds what the routes may cost together. Once one has broken off and cost something, another is
   * tried only while the rest can pay it, with its answer cut to that. Absent: no bound.
   */
  readonly reservation?: Reservation;
  /**
   * Asks for a streamed answer. Text as it arrives. `restart`: a later route begins, or the call is
   * made again, and everything streamed of this call before it, reasoning included, is void.
   */
  readonly onDelta?: (text: string, restart?: true) => void;
  readonly onReasoning?: (text: string) => void;
  /** An attempt at the call that was cut off may have streamed already. */
  readonly isAgain?: true;
  /** Told when the call begins to wait for a provider, how long at least, and null at its end. */
  readonly onWait?: (wait: ProviderWait | null) => void;
  /** Calls that share it share beginnings, such as those of one run. */
  readonly cacheKey?: string;
  readonly signal: AbortSignal;
}

/** A wait until a provider's rate limit lets a call through, or until its trouble may have passed. */
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
  /** Everything this call cost, routes that broke off on the way included. */
  readonly usage: UsageRecord;
  readonly finishReason: FinishReason;
  readonly servedBy: ServedBy;
  /** Absent: there is no more to it than its text and its calls. */
  readonly parts?: readonly AnswerPart[];
  readonly vendor?: VendorData;
  /** Routes that failed first, as `<provider>/<model>: <error>`. */
  readonly attemptedRoutes: readonly string[];
}

/** The way to a model for everyone who has a route. */
export abstract class ModelCaller {
  /**
   * Asks the decision's model, then its fallbacks in order, each with its own retries.
   * @throws ModelCallFailure when every route failed or the signal was aborted
   */
  abstract call(decision: RouteDecision, call: ModelCall): Promise<ModelAnswer>;
}

/**
 * No route answered, or the caller gave up. Thrown by `ModelCaller.call` and nothing else. It is a
 * refusal, because a conversation that no model answers is answered with this very message.
 */
export class ModelCallFailure extends RefusedError {
  /** Routes that failed, as `<provider>/<model>: <error>`. */
  readonly attemptedRoutes: readonly string[];
  /** Cost of answers that broke off after their output had begun. */
  readonly usage: UsageRecord;
  /** The caller's signal was aborted. */
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
