/** What the vendor is to say, whatever the dialect it is asked in. */
export interface ScriptedReply {
  /** Pieces of the text, one chunk each. */
  readonly text?: readonly string[];
  readonly reasoning?: readonly string[];
  readonly toolCalls?: readonly ScriptedToolCall[];
  /** Null = say nothing about usage. */
  readonly usage?: ScriptedUsage | null;
  /** In the words of the OpenAI dialect; null = none at all. */
  readonly finish?: 'stop' | 'tool_calls' | 'length' | 'content_filter' | null;
  /** Fails after so many chunks of the stream. */
  readonly fault?: ScriptedFault;
  /** Thinks for so many ms before it says anything. */
  readonly afterMs?: number;
  /** A refusal: nothing else is said. */
  readonly refusal?: ScriptedRefusal;
}

export interface ScriptedToolCall {
  readonly id: string;
  readonly name: string;
  /** Pieces of the argument text, one chunk each. */
  readonly args: readonly string[];
}

export interface ScriptedUsage {
  readonly tokensIn?: number;
  readonly tokensOut?: number;
  readonly reasoningTokens?: number;
}

export interface ScriptedFault {
  /**
   * `cut` breaks the connection, `stall` falls silent, `malformed` slips in lines that are no
   * chunks, `error` reports one inside the stream, `end` closes without a last word, `pause` sends
   * comments for a while and goes on, `comments` sends them for ever.
   */
  readonly kind: 'cut' | 'stall' | 'malformed' | 'error' | 'end' | 'pause' | 'comments';
  readonly afterChunks: number;
}

export interface ScriptedRefusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is when a string, else as JSON. */
  readonly body?: unknown;
}

export const defaultUsage: ScriptedUsage = { tokensIn: 120, tokensOut: 30 };

/** The reason to stop that goes with what was said. */
export function finishOf(reply: ScriptedReply): string | null {
  if (reply.finish !== undefined) return reply.finish;
  return (reply.toolCalls ?? []).length > 0 ? 'tool_calls' : 'stop';
}

export function usageIn(reply: ScriptedReply): ScriptedUsage | null {
  return reply.usage === undefined ? defaultUsage : reply.usage;
}
