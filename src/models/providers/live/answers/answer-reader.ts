import type { ProviderMetadata } from '#models/gateway/model-call.js';
import type { TokenCounts } from '#models/gateway/usage.js';
import type { CallUnderWay } from './calls-under-way.js';

/** A piece of an answer, in order of arrival. */
export type AnswerPiece =
  | {
      readonly type: 'text' | 'reasoning';
      /** Pieces with the same block belong together. */
      readonly block: string;
      readonly text: string;
      readonly vendor?: ProviderMetadata;
    }
  /** A call begins; its object is completed while the answer continues. */
  | { readonly type: 'call'; readonly call: CallUnderWay };

/** How an answer ended, according to its provider. */
export interface AnswerEnding {
  readonly end: AnswerEnd;
  /** The provider's term; null: none needed, the answer is complete. */
  readonly raw: string | null;
  /** Only for refusals. */
  readonly explanation: string | null;
}

/**
 * Reads the JSON of one answer, in any gateway's variant, event by event or as a whole. Unreadable
 * parts are left out; it never throws.
 */
export interface AnswerReader {
  take(json: unknown): readonly AnswerPiece[];
  /** Null: the provider has not reported the end. */
  readonly ending: AnswerEnding | null;
  /** Counts so far; missing ones are absent. */
  readonly counts: TokenCounts;
  /** True if at least one event had the format of an answer. */
  readonly knowsShape: boolean;
  /** Data of the whole answer, which is sent back. */
  readonly vendor: ProviderMetadata | undefined;
}

/** Why an answer ended, independent of the provider. */
type AnswerEnd = 'stop' | 'length' | 'tool_calls' | 'filtered' | 'other';

const words: Readonly<Record<Exclude<AnswerEnd, 'other'>, readonly string[]>> = {
  stop: [
    'stop',
    'end_turn',
    'stop_sequence',
    'pause_turn',
    'eos',
    'eos_token',
    'end',
    'done',
    'complete',
    'completed',
    'finished',
  ],
  length: ['length', 'max_tokens', 'max_output_tokens', 'model_context_window_exceeded'],
  tool_calls: ['tool_calls', 'tool_call', 'tool_use', 'function_call'],
  filtered: [
    'content_filter',
    'content-filter',
    'refusal',
    'safety',
    'sensitive',
    'recitation',
    'blocklist',
    'prohibited_content',
  ],
};

/** Interprets a provider's reason for the end of an answer. */
export function answerEnd(raw: string): AnswerEnd {
  const word = raw.trim().toLowerCase();
  const ends = Object.entries(words) as [Exclude<AnswerEnd, 'other'>, readonly string[]][];
  return ends.find(([, known]) => known.includes(word))?.[0] ?? 'other';
}
