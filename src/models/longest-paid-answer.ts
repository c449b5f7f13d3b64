import { limits } from '../protocol/limits.js';
import type { ModelSpec } from '../protocol/records/models.js';
import type { ModelCall } from './model-call.js';
import { affordableOutputTokens, costUsd } from './usage.js';

/**
 * The cap on a model's answer, once routes before it have cost so much of the call's reservation;
 * undefined: none is asked for. Null: not even the smallest answer is paid any more, so that a call
 * which breaks off on one route after another never costs more than was reserved for it.
 */
export function longestPaidAnswer(
  model: ModelSpec,
  { maxOutputTokens, reservation }: Pick<ModelCall, 'maxOutputTokens' | 'reservation'>,
  alreadyUsd: number,
): number | undefined | null {
  const cap =
    maxOutputTokens === undefined ? undefined : Math.min(maxOutputTokens, model.maxOutputTokens);
  if (reservation === undefined || alreadyUsd === 0) return cap;
  const longest = cap ?? model.maxOutputTokens;
  const { usd, tokensIn } = reservation;
  if (costUsd(model, tokensIn, longest) === 0) return cap;
  const paid = affordableOutputTokens(model, tokensIn, usd - alreadyUsd);
  return paid < Math.min(limits.minOutputTokens, longest) ? null : Math.min(longest, paid);
}
