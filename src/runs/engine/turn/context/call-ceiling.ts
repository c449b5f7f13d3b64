import { pricesOf } from '../../../../models/catalogue/prices.js';
import type { ModelSpec } from '../../../../protocol/records/models.js';
import type { CallEstimate } from '../../../domain/budget.js';

/** The dearest a call can become, over the routes it may take. */
export type CallCeiling = Omit<CallEstimate, 'tokensIn'>;

/** What a model may answer at most when nothing is known of it. */
const unknownModelTokens = 8192;

/**
 * The worst case of a call that may be served by any of these models: the highest prices, and the
 * longest answer that the policy allows and a model can give.
 */
export function callCeiling(
  models: readonly ModelSpec[],
  policyMaxTokens: number | undefined,
): CallCeiling {
  const prices = models.map(pricesOf);
  const largest = Math.max(0, ...models.map((model) => model.maxOutputTokens));
  const possible = largest > 0 ? largest : unknownModelTokens;
  return {
    tokensOutMax: Math.min(policyMaxTokens ?? possible, possible),
    usdPerMTokIn: Math.max(0, ...prices.map((price) => price.inPerMTok)),
    usdPerMTokOut: Math.max(0, ...prices.map((price) => price.outPerMTok)),
  };
}
