/** Why an answer ended, independent of the provider. */
export type AnswerEnd = 'stop' | 'length' | 'tool_calls' | 'filtered' | 'other';

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
