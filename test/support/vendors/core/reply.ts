/** Why an answer ended, whatever the vendor calls it. */
export type Ending = 'stop' | 'length' | 'filtered' | 'refused' | 'overloaded';

export interface ReplyCall {
  readonly name: string;
  /** Raw text, as a model writes it; need not be JSON. */
  readonly arguments: string;
}

/** What the model is to say. The vendor adds ids, signatures, usage and its own words around it. */
export interface Reply {
  /** Absent: a model that thinks makes something up. */
  readonly reasoning?: string;
  readonly text?: string;
  readonly toolCalls?: readonly ReplyCall[];
  readonly ending?: Ending;
}

/** A request as a brain sees it, the same for every vendor. */
export interface Conversation {
  readonly vendor: string;
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

/** A reply with everything the vendor adds to it, cut to the limit of the request. */
export interface Answer {
  /** Null: the model did not think. */
  readonly reasoning: string | null;
  readonly text: string;
  readonly calls: readonly AnswerCall[];
  readonly ending: Ending;
}

/** Tokens of one completion. */
export interface Usage {
  /** Everything that was read, from the cache or not. */
  readonly input: number;
  /** Of the input: read from the cache. */
  readonly cached: number;
  /** Of the input: written to the cache, where that is billed. */
  readonly written: number;
  /** Reasoning included. */
  readonly output: number;
  readonly reasoning: number;
}
