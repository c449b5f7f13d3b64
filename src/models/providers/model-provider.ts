import type { ModelSpec } from '../../protocol/records/models.js';
import type {
  AnswerPart,
  FinishReason,
  ModelMessage,
  ToolSchema,
  ProviderMetadata,
} from '../gateway/model-call.js';
import type { ModelOutput, TokenCounts } from '../gateway/usage.js';

/** One attempt at one model. */
export interface ProviderRequest {
  readonly model: ModelSpec;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSchema[];
  /** `none`: no tool may be called. */
  readonly toolChoice?: 'none';
  readonly maxOutputTokens?: number;
  /** Present = streaming is requested. */
  readonly onDelta?: (text: string) => void;
  readonly onReasoning?: (text: string) => void;
  /** The provider accepted the request; its answer begins. */
  readonly onAccepted?: () => void;
  /** Calls with the same key share beginnings; passed to providers with keyed caches. */
  readonly cacheKey?: string;
  /** A simulated provider plays an example brief at a pace at which it can be watched. */
  readonly paced?: true;
  /** The provider was found to refuse returned reasoning in message fields. */
  readonly refusesReasoning?: boolean;
  readonly signal: AbortSignal;
  /** 1 for the first attempt on this route, 2 for its first retry. */
  readonly attempt: number;
}

export interface ProviderAnswer extends ModelOutput {
  readonly counts: TokenCounts;
  readonly finishReason: FinishReason;
  /** Absent: only text followed by calls. */
  readonly parts?: readonly AnswerPart[];
  readonly vendor?: ProviderMetadata;
}

/** A provider: one request, one answer, no retries. */
export interface ModelProvider {
  readonly id: string;
  /** False: no embeddings, so `embed` always fails. */
  readonly canEmbed: boolean;
  /** @throws ProviderFailure if there is no complete answer */
  complete(request: ProviderRequest): Promise<ProviderAnswer>;
  /** One vector per input, in order. @throws ProviderFailure */
  embed(modelId: string, inputs: readonly string[], signal: AbortSignal): Promise<number[][]>;
}

interface FailureDetails {
  /** Another attempt at the same model may succeed. */
  readonly retryable: boolean;
  /** The key's rate limit is reached; the wait applies to all its requests. */
  readonly limited?: boolean;
  /** The provider's requested waiting time, ms; null: not stated. */
  readonly waitMs?: number | null;
  /** The answer has ended, and no other model may be tried. */
  readonly isFinal?: boolean;
  readonly partial?: ProviderAnswer | null;
  readonly cause?: unknown;
}

/** A provider gave no complete answer. */
export class ProviderFailure extends Error {
  readonly retryable: boolean;
  readonly limited: boolean;
  readonly waitMs: number | null;
  readonly isFinal: boolean;
  /**
   * The part of an interrupted answer that must be paid; null: none. Missing counts are added
   * later.
   */
  partial: ProviderAnswer | null;

  constructor(message: string, details: FailureDetails) {
    super(message, { cause: details.cause });
    this.name = 'ProviderFailure';
    this.retryable = details.retryable;
    this.limited = details.limited ?? false;
    this.waitMs = details.waitMs ?? null;
    this.isFinal = details.isFinal ?? false;
    this.partial = details.partial ?? null;
  }
}
