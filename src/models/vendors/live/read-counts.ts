import type { FinishReason } from '../../gateway/model-call.js';
import type { TokenCounts } from '../../gateway/usage.js';
import type { SdkAnswer, SdkUsage } from './sdk.js';

/**
 * The vendor's own counts. The SDK fills a missing number with zero, so what was really said is
 * looked up in the raw usage, in the words of either dialect.
 */
export function readCounts(usage: SdkUsage): TokenCounts {
  const raw = usage.raw ?? {};
  const said = (...names: string[]): boolean => names.some((name) => typeof raw[name] === 'number');
  const reasoning = usage.outputTokens.reasoning ?? 0;
  return {
    ...(said('prompt_tokens', 'input_tokens') && { tokensIn: usage.inputTokens.total ?? 0 }),
    ...(said('completion_tokens', 'output_tokens') && {
      tokensOut: usage.outputTokens.total ?? 0,
    }),
    ...(reasoning > 0 && { reasoningTokens: reasoning }),
  };
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
