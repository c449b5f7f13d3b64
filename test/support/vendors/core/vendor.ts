import type { IncomingHttpHeaders } from 'node:http';
import type { RefusingFault } from './chaos.js';
import type { Frame } from './frames.js';
import type { PromptCache, Segment } from './prompt-cache.js';
import type { LimitReached, LimitStates } from './rate-limiter.js';
import type { Refusal } from './refusal.js';
import type { Answer, Conversation, Usage } from './reply.js';

export type Json = Readonly<Record<string, unknown>>;

/** A completion that was asked for. */
export interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly body: Json;
  /** Counts the completions of this simulator. */
  readonly number: number;
  /** Something the vendor lets pass although the conversation lost by it. */
  readonly lose: (what: string) => void;
}

/** A completion the vendor has accepted. */
export interface Turn {
  readonly conversation: Conversation;
  /** In the order in which the vendor caches. */
  readonly segments: readonly Segment[];
  /** Requests that differ in it share no cache. */
  readonly cacheLane: string;
  /** Tokens from which a prefix is cached, where models differ. */
  readonly cachesFrom?: number;
  /** False: what was written to the cache is not billed. */
  readonly billsCacheWrites?: boolean;
  readonly streamed: boolean;
  readonly thinks: boolean;
  readonly outputLimit: number;
  readonly callId: (name: string, index: number) => string;
  readonly frames: (answer: Answer, usage: Usage) => readonly Frame[];
  readonly whole: (answer: Answer, usage: Usage) => unknown;
}

/** A vendor: its rules and its words. State is the simulator's. */
export interface Vendor {
  readonly id: string;
  /** Where its API lives, such as `/v1`. */
  readonly basePath: string;
  /** A request without a key is served. */
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
  /** On every answer to a completion. */
  readonly limitHeaders: (states: LimitStates) => Readonly<Record<string, string>>;
  readonly failure: (kind: Exclude<RefusingFault['kind'], 'rate-limit'>) => Refusal;
  /** An error inside a stream that had begun. */
  readonly errorFrame: Frame;
  /** The same error as the body of a 200. */
  readonly errorBody: unknown;
}

/** The key in `Authorization: Bearer <key>`. */
export function bearerKey({ authorization }: IncomingHttpHeaders): string | null {
  return /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? null;
}
