/** The reason for the end of an answer, independent of the provider. */
export type Ending = 'stop' | 'length' | 'filtered' | 'refused' | 'overloaded';

export interface ReplyCall {
  readonly name: string;
  /** Raw text of the model; may be invalid JSON. */
  readonly arguments: string;
}

/** The model's answer. The provider adds ids, signatures, usage and its own wording. */
export interface Reply {
  /** Absent: a thinking model invents something. */
  readonly reasoning?: string;
  readonly text?: string;
  readonly toolCalls?: readonly ReplyCall[];
  readonly ending?: Ending;
}

/** A request in the same form for every provider. */
export interface Conversation {
  readonly provider: string;
  readonly model: string;
  readonly messages: readonly {
    readonly role: 'system' | 'user' | 'assistant' | 'tool';
    readonly text: string;
  }[];
  readonly toolNames: readonly string[];
}

/** Decides the answers. */
export type Brain = (conversation: Conversation) => Reply | Promise<Reply>;

export interface AnswerCall extends ReplyCall {
  readonly id: string;
}

/** A reply with the provider's additions, cut at the limit of the request. */
export interface Answer {
  /** Null: the model did not think. */
  readonly reasoning: string | null;
  readonly text: string;
  readonly calls: readonly AnswerCall[];
  readonly ending: Ending;
}

/** Tokens of one completion. */
export interface Usage {
  /** All input tokens, cached or not. */
  readonly input: number;
  /** Part of the input that was read from the cache. */
  readonly cached: number;
  /** Part of the input that was written to the cache, if that is billed. */
  readonly written: number;
  /** Output tokens, including reasoning. */
  readonly output: number;
  readonly reasoning: number;
}
