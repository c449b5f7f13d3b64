import { z } from 'zod';
import { lenient } from '../../../platform/text/foreign-fields.js';
import type { FinishReason } from '../../gateway/model-call.js';
import type { TokenCounts } from '../../gateway/usage.js';
import type { SdkAnswer, SdkUsage } from './sdk.js';

const count = lenient(z.number().nonnegative());

/** What vendors of either dialect say beyond the SDK's own reading; what is odd counts as absent. */
const rawUsage = z.object({
  prompt_tokens: count,
  input_tokens: count,
  completion_tokens: count,
  output_tokens: count,
  total_tokens: count,
  /** Kimi and Mistral, beside or in place of the details. */
  cached_tokens: count,
  num_cached_tokens: count,
  /** DeepSeek. */
  prompt_cache_hit_tokens: count,
  prompt_tokens_details: lenient(z.object({ cached_tokens: count, cache_write_tokens: count })),
  /** OpenRouter: dollars; behind a key of one's own the vendor's bill comes on top. */
  cost: count,
  is_byok: lenient(z.boolean()),
  cost_details: lenient(z.object({ upstream_inference_cost: count })),
});

type RawUsage = z.output<typeof rawUsage>;

/**
 * The vendor's own counts. The SDK fills a missing number with zero, so what was really said is
 * looked up in the raw usage, in the words of either dialect.
 */
export function readCounts({ inputTokens, outputTokens, raw }: SdkUsage): TokenCounts {
  const said = rawUsage.parse(raw ?? {});
  const hasInput = (said.prompt_tokens ?? said.input_tokens) !== undefined;
  const hasOutput = (said.completion_tokens ?? said.output_tokens) !== undefined;
  const beside = hasOutput ? reasoningBeside(said) : 0;
  const reasoning = (outputTokens.reasoning ?? 0) || beside;
  const cached = (inputTokens.cacheRead ?? 0) || cachedIn(said);
  const written = inputTokens.cacheWrite ?? said.prompt_tokens_details?.cache_write_tokens ?? 0;
  const billedUsd = billOf(said);
  return {
    ...(hasInput && { tokensIn: inputTokens.total ?? 0 }),
    ...(hasOutput && { tokensOut: (outputTokens.total ?? 0) + beside }),
    ...(reasoning > 0 && { reasoningTokens: reasoning }),
    ...(cached > 0 && { cachedTokens: cached }),
    ...(written > 0 && { cacheWriteTokens: written }),
    ...(billedUsd > 0 && { billedUsd }),
  };
}

/** Gemini counts thoughts in the total alone: they are output that is billed. */
function reasoningBeside({ prompt_tokens, completion_tokens, total_tokens }: RawUsage): number {
  if (total_tokens === undefined || prompt_tokens === undefined) return 0;
  return Math.max(0, total_tokens - prompt_tokens - (completion_tokens ?? 0));
}

function cachedIn(said: RawUsage): number {
  return said.prompt_cache_hit_tokens ?? said.cached_tokens ?? said.num_cached_tokens ?? 0;
}

function billOf({ cost = 0, is_byok: ownKey = false, cost_details: details }: RawUsage): number {
  return cost + (ownKey ? (details?.upstream_inference_cost ?? 0) : 0);
}

export function readFinishReason({ unified }: SdkAnswer['finishReason']): FinishReason {
  switch (unified) {
    case 'stop':
    case 'length':
      return unified;
    case 'tool-calls':
      return 'tool_calls';
    default:
      return 'error';
  }
}
