import type { TokenCounts } from '#models/gateway/usage.js';
import { countOf, fieldsOf } from './foreign-values.js';
import type { Fields } from './foreign-values.js';

/** Known peculiarities of a provider's counts. */
interface CountingHabits {
  /** Input tokens exclude those read from and written to the cache (Anthropic). */
  readonly cacheBeside: boolean;
  /** Reasoning without its own field is part of the total only (Gemini). */
  readonly thoughtsInTotal: boolean;
}

/** Merges a later usage; invalid or zero values do not replace earlier ones. */
export function laterUsage(before: Fields, usage: unknown): Fields {
  const told = Object.entries(fieldsOf(usage)).filter(
    ([name, value]) =>
      value !== null && value !== undefined && !(countOf(before[name]) && !countOf(value)),
  );
  return { ...before, ...Object.fromEntries(told) };
}

/** The provider's counts from any dialect; implausible values count as absent. */
export function providerCounts(usage: Fields, habits: CountingHabits): TokenCounts {
  const input = countOf(usage['prompt_tokens']) ?? countOf(usage['input_tokens']);
  const output = countOf(usage['completion_tokens']) ?? countOf(usage['output_tokens']);
  const cached = cachedIn(usage);
  const written = writtenIn(usage);
  const total = countOf(usage['total_tokens']);
  const beside = besideInput({ input, output, total, cache: cached + written }, habits);
  const tokensIn = input === undefined ? undefined : input + beside;
  const outputs =
    output === undefined
      ? undefined
      : withReasoning(output, { reasoning: reasoningIn(usage), total, tokensIn }, habits);
  const billedUsd = billIn(usage);
  return {
    ...(tokensIn !== undefined && { tokensIn }),
    ...(outputs && { tokensOut: outputs.tokensOut }),
    ...(outputs && outputs.reasoning > 0 && { reasoningTokens: outputs.reasoning }),
    ...(cached > 0 && { cachedTokens: cached }),
    ...(written > 0 && { cacheWriteTokens: written }),
    ...(billedUsd > 0 && { billedUsd }),
  };
}

interface Sums {
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly total: number | undefined;
  readonly cache: number;
}

/**
 * Cache tokens that the input excludes: declared so, or larger than the input, or implied by the
 * total.
 */
function besideInput({ input, output, total, cache }: Sums, habits: CountingHabits): number {
  if (input === undefined || cache === 0) return 0;
  const byTotal = output !== undefined && total === input + output + cache;
  return habits.cacheBeside || cache > input || byTotal ? cache : 0;
}

interface Around {
  readonly reasoning: number;
  readonly total: number | undefined;
  readonly tokensIn: number | undefined;
}

/**
 * All output: reasoning is assumed to be included, unless that is impossible or contradicts the
 * total.
 */
function withReasoning(
  output: number,
  { reasoning, total, tokensIn }: Around,
  { thoughtsInTotal }: CountingHabits,
): { readonly tokensOut: number; readonly reasoning: number } {
  const unexplained =
    total === undefined || tokensIn === undefined ? 0 : Math.max(0, total - tokensIn - output);
  if (reasoning === 0 && thoughtsInTotal) {
    return { tokensOut: output + unexplained, reasoning: unexplained };
  }
  const isBeside = reasoning > 0 && (reasoning > output || reasoning === unexplained);
  return { tokensOut: isBeside ? output + reasoning : output, reasoning };
}

function reasoningIn(usage: Fields): number {
  const { reasoning_tokens: ofCompletion } = fieldsOf(usage['completion_tokens_details']);
  const { reasoning_tokens: ofOutput, thinking_tokens: thinking } = fieldsOf(
    usage['output_tokens_details'],
  );
  return firstCount([ofCompletion, ofOutput, thinking, usage['reasoning_tokens']]);
}

function cachedIn(usage: Fields): number {
  return firstCount([
    fieldsOf(usage['prompt_tokens_details'])['cached_tokens'],
    fieldsOf(usage['input_tokens_details'])['cached_tokens'],
    usage['cache_read_input_tokens'],
    usage['prompt_cache_hit_tokens'],
    usage['cached_tokens'],
    usage['num_cached_tokens'],
  ]);
}

function writtenIn(usage: Fields): number {
  const details = fieldsOf(usage['prompt_tokens_details']);
  return firstCount([
    details['cache_write_tokens'],
    details['cache_creation_tokens'],
    fieldsOf(usage['input_tokens_details'])['cache_write_tokens'],
    usage['cache_creation_input_tokens'],
  ]);
}

/** The first count above zero. */
function firstCount(values: readonly unknown[]): number {
  return values.map(countOf).find((count) => count !== undefined && count > 0) ?? 0;
}

/** OpenRouter's bill in USD; with one's own key the upstream provider's bill is added. */
function billIn(usage: Fields): number {
  const { upstream_inference_cost: upstream } = fieldsOf(usage['cost_details']);
  const upstreamUsd = usage['is_byok'] === true ? (countOf(upstream) ?? 0) : 0;
  return (countOf(usage['cost']) ?? 0) + upstreamUsd;
}
