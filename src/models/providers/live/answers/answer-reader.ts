import type { VendorData } from '#models/gateway/model-call.js';
import type { TokenCounts } from '#models/gateway/usage.js';
import type { CallUnderWay } from './calls-under-way.js';

/** A piece of an answer, in the order in which they came. */
export type AnswerPiece =
  | {
      readonly type: 'text' | 'reasoning';
      /** Pieces of one block belong together. */
      readonly block: string;
      readonly text: string;
      readonly vendor?: VendorData;
    }
  /** A call begins; its object grows while the answer goes on. */
  | { readonly type: 'call'; readonly call: CallUnderWay };

/** How an answer ended, as its vendor said it. */
export interface AnswerEnding {
  readonly end: AnswerEnd;
  /** In the vendor's word; null: it needs none, being complete. */
  readonly raw: string | null;
  /** Of a refusal. */
  readonly explanation: string | null;
}

/**
 * Reads the JSON of one answer, whatever a gateway made of it, one event or the whole at a time.
 * What it can read it keeps, what it cannot it leaves out. It throws for nothing.
 */
export interface AnswerReader {
  take(json: unknown): readonly AnswerPiece[];
  /** Null: the vendor has not said that it ended. */
  readonly ending: AnswerEnding | null;
  /** What was counted so far; what was not is absent. */
  readonly counts: TokenCounts;
  /** At least one event was one of an answer. */
  readonly knowsShape: boolean;
  /** What belongs to the answer as a whole and goes back with it. */
  readonly vendor: VendorData | undefined;
}

/** Why an answer ended, in the words of no vendor. */
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

/** What a vendor's word for the end of an answer means. */
export function answerEnd(raw: string): AnswerEnd {
  const word = raw.trim().toLowerCase();
  const ends = Object.entries(words) as [Exclude<AnswerEnd, 'other'>, readonly string[]][];
  return ends.find(([, known]) => known.includes(word))?.[0] ?? 'other';
}
