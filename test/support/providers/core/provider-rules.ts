import type { IncomingHttpHeaders } from 'node:http';
import type { RefusingFault } from './chaos.js';
import type { Frame } from './frames.js';
import type { PromptCache, Segment } from './prompt-cache.js';
import type { LimitReached, LimitStates } from './rate-limiter.js';
import type { Refusal } from './refusal.js';
import type { Answer, Conversation, Usage } from './reply.js';

export type Json = Readonly<Record<string, unknown>>;

/** A requested completion. */
export interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly body: Json;
  /** Number of the completion at this simulator. */
  readonly number: number;
  /** Reports a loss for the conversation that the provider accepts. */
  readonly lose: (what: string) => void;
}

/** A completion that the provider has accepted. */
export interface Turn {
  readonly conversation: Conversation;
  /** In the provider's order of caching. */
  readonly segments: readonly Segment[];
  /** Requests with different lanes share no cache. */
  readonly cacheLane: string;
  /** Minimum length of a cached prefix, tokens, if models differ. */
  readonly cachesFrom?: number;
  /** False: cache writes are not billed. */
  readonly billsCacheWrites?: boolean;
  readonly streamed: boolean;
  readonly thinks: boolean;
  readonly outputLimit: number;
  readonly callId: (name: string, index: number) => string;
  readonly frames: (answer: Answer, usage: Usage) => readonly Frame[];
  readonly whole: (answer: Answer, usage: Usage) => unknown;
}

/** Rules and wording of a provider. The simulator has the state. */
export interface ProviderRules {
  readonly id: string;
  /** Base path of its API, such as `/v1`. */
  readonly basePath: string;
  /** True if requests without a key are served. */
  readonly keyless?: boolean;
  /** By `<method> <path>`; each throws a Refusal or accepts. */
  readonly completions: Readonly<Record<string, (call: Call) => Turn>>;
  /** Answers of GET routes, by path without query. */
  readonly lists: Readonly<Record<string, () => unknown>>;
  readonly newCache: () => PromptCache;
  readonly keyIn: (headers: IncomingHttpHeaders) => string | null;
  readonly wrongKey: (key: string | null) => Refusal;
  readonly unknownRoute: (method: string, path: string) => Refusal;
  readonly notJson: () => Refusal;
  readonly rateLimited: (reached: LimitReached) => Refusal;
  /** Headers of every completion. */
  readonly limitHeaders: (states: LimitStates) => Readonly<Record<string, string>>;
  readonly failure: (kind: Exclude<RefusingFault['kind'], 'rate-limit'>) => Refusal;
  /** An error inside a started stream. */
  readonly errorFrame: Frame;
  /** The same error as the body of a 200. */
  readonly errorBody: unknown;
}

/** The key in `Authorization: Bearer <key>`. */
export function bearerKey({ authorization }: IncomingHttpHeaders): string | null {
  return /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? null;
}
