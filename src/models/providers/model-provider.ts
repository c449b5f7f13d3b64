import type { ModelSpec } from '../../protocol/records/models.js';
import type {
  AnswerPart,
  FinishReason,
  ModelMessage,
  ToolSchema,
  VendorData,
} from '../gateway/model-call.js';
import type { ModelOutput, TokenCounts } from '../gateway/usage.js';

/** One try at one model. */
export interface ProviderRequest {
  readonly model: ModelSpec;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSchema[];
  /** `none`: no tool may be called. */
  readonly toolChoice?: 'none';
  readonly maxOutputTokens?: number;
  /** Present = stream the answer. */
  readonly onDelta?: (text: string) => void;
  readonly onReasoning?: (text: string) => void;
  /** The vendor has taken the request: its answer begins. */
  readonly onAccepted?: () => void;
  /** Calls that share it share beginnings: a vendor with a cache by key is told. */
  readonly cacheKey?: string;
  /** The vendor was found to refuse reasoning that goes back in fields of a message. */
  readonly refusesReasoning?: boolean;
  readonly signal: AbortSignal;
  /** 1 for the first try on this route, 2 for its first retry. */
  readonly attempt: number;
}

export interface ProviderAnswer extends ModelOutput {
  readonly counts: TokenCounts;
  readonly finishReason: FinishReason;
  /** Absent: there is no more to it than its text and its calls. */
  readonly parts?: readonly AnswerPart[];
  readonly vendor?: VendorData;
}

/** A vendor as the service talks to it: one request, one answer, no retries of its own. */
export interface ModelProvider {
  readonly id: string;
  /** False: its dialect has no embeddings, so `embed` can only fail. */
  readonly canEmbed: boolean;
  /** @throws ProviderFailure for whatever kept the vendor from a complete answer */
  complete(request: ProviderRequest): Promise<ProviderAnswer>;
  /** One vector for each input, in order. @throws ProviderFailure */
  embed(modelId: string, inputs: readonly string[], signal: AbortSignal): Promise<number[][]>;
}

export interface FailureDetails {
  /** Another try at the same model may succeed. */
  readonly retryable: boolean;
  /** More was asked for than the key may have for now: the wait concerns its every request. */
  readonly limited?: boolean;
  /** How long the vendor wants to be left alone, ms; null: it does not say. */
  readonly waitMs?: number | null;
  /** The answer has ended, and no other model is to be asked for another one. */
  readonly isFinal?: boolean;
  readonly partial?: ProviderAnswer | null;
  readonly cause?: unknown;
}

/** A vendor did not answer, or not completely. */
export class ProviderFailure extends Error {
  readonly retryable: boolean;
  readonly limited: boolean;
  readonly waitMs: number | null;
  readonly isFinal: boolean;
  /**
   * What had arrived when the answer broke off, and so has to be paid; null when nothing had. Its
   * counts are completed on the way to the caller.
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
