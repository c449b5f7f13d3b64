import { countTokens } from './tokens.js';
import { sign } from './signatures.js';

/** A part of a prompt, in the provider's order of caching: tools, system, messages. */
export interface Segment {
  readonly text: string;
  /** Anthropic: true if it ends with a cache marker. */
  readonly marked?: boolean;
}

export interface CacheUse {
  readonly cached: number;
  readonly written: number;
}

/** A provider's cache of prompts. */
export interface PromptCache {
  /**
   * @param lane requests of different lanes share nothing
   * @param atLeast minimum prefix of the model, tokens
   */
  use(lane: string, segments: readonly Segment[], atLeast?: number): CacheUse;
}

export function tokensOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { text }) => sum + countTokens(text), 0);
}

/** No cache. */
export const noCache: PromptCache = { use: () => ({ cached: 0, written: 0 }) };

export interface AutomaticCacheOptions {
  /** Minimum length of a cached prefix, tokens. */
  readonly atLeast: number;
  /** Granularity of cached prefixes, tokens. */
  readonly step: number;
  /** True if new tokens are billed as written. */
  readonly billsWrites?: boolean;
}

/** Caches prompts automatically and serves the longest prefix of an earlier one. */
export class AutomaticCache implements PromptCache {
  private readonly read = new Map<string, (readonly Segment[])[]>();

  constructor(private readonly options: AutomaticCacheOptions) {}

  use(lane: string, segments: readonly Segment[]): CacheUse {
    const known = this.read.get(lane) ?? [];
    const longest = Math.max(0, ...known.map((earlier) => sharedTokens(earlier, segments)));
    this.read.set(lane, [...known, segments]);
    const { atLeast, step, billsWrites = false } = this.options;
    const served = Math.floor(longest / step) * step;
    const cached = served < atLeast ? 0 : served;
    const all = tokensOf(segments);
    return { cached, written: billsWrites && all >= atLeast ? all - cached : 0 };
  }
}

/** Tokens of the common beginning of two prompts. */
function sharedTokens(earlier: readonly Segment[], segments: readonly Segment[]): number {
  let tokens = 0;
  for (const [index, { text }] of segments.entries()) {
    const other = earlier[index]?.text ?? '';
    if (other !== text) return tokens + countTokens(text.slice(0, sharedLength(other, text)));
    tokens += countTokens(text);
  }
  return tokens;
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

const lookBack = 20;

/** Caches prompts only up to the markers in them (Anthropic). */
export class MarkedCache implements PromptCache {
  private readonly written = new Map<string, Set<string>>();

  use(lane: string, segments: readonly Segment[], atLeast = 1024): CacheUse {
    const prefixes = prefixesOf(segments);
    const known = this.written.get(lane) ?? new Set<string>();
    const marked = prefixes.filter((prefix) => prefix.marked && prefix.tokens >= atLeast);
    const cached = longestHit(prefixes, marked, known);
    for (const { key } of marked) known.add(key);
    this.written.set(lane, known);
    return { cached, written: Math.max(0, (marked.at(-1)?.tokens ?? 0) - cached) };
  }
}

interface Prefix {
  readonly key: string;
  readonly tokens: number;
  readonly marked: boolean;
  readonly index: number;
}

function prefixesOf(segments: readonly Segment[]): readonly Prefix[] {
  let key = '';
  let tokens = 0;
  return segments.map(({ text, marked = false }, index) => {
    key = sign(key, text);
    tokens += countTokens(text);
    return { key, tokens, marked, index };
  });
}

/** Looks back a limited number of blocks from each marker for an earlier entry. */
function longestHit(
  prefixes: readonly Prefix[],
  marked: readonly Prefix[],
  known: ReadonlySet<string>,
): number {
  const reachable = marked.flatMap(({ index }) =>
    prefixes.slice(Math.max(0, index - lookBack), index + 1),
  );
  const hits = reachable.filter(({ key }) => known.has(key));
  return Math.max(0, ...hits.map(({ tokens }) => tokens));
}
