/** The answer of the scripted provider, independent of the dialect. */
export interface ScriptedReply {
  /** Pieces of the text, one chunk each. */
  readonly text?: readonly string[];
  readonly reasoning?: readonly string[];
  readonly toolCalls?: readonly ScriptedToolCall[];
  /** Null: no usage is sent. */
  readonly usage?: ScriptedUsage | null;
  /** Finish reason in words of the OpenAI dialect; null: none. */
  readonly finish?: 'stop' | 'tool_calls' | 'length' | 'content_filter' | null;
  /** Fails after this many chunks of the stream. */
  readonly fault?: ScriptedFault;
  /** Waits this long before the first byte, ms. */
  readonly afterMs?: number;
  /** A refusal, sent instead of an answer. */
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
   * `cut` breaks the connection, `stall` stops sending, `malformed` inserts lines that are no
   * chunks, `error` sends an error inside the stream, `end` closes without a final event, `pause`
   * sends comments for a while and continues, `comments` sends them endlessly.
   */
  readonly kind: 'cut' | 'stall' | 'malformed' | 'error' | 'end' | 'pause' | 'comments';
  readonly afterChunks: number;
}

export interface ScriptedRefusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

export const defaultUsage: ScriptedUsage = { tokensIn: 120, tokensOut: 30 };

/** The stop reason that fits the reply. */
export function finishOf(reply: ScriptedReply): string | null {
  if (reply.finish !== undefined) return reply.finish;
  return (reply.toolCalls ?? []).length > 0 ? 'tool_calls' : 'stop';
}

export function usageIn(reply: ScriptedReply): ScriptedUsage | null {
  return reply.usage === undefined ? defaultUsage : reply.usage;
}
