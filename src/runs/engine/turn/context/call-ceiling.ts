import { dearestAt, priceOf } from '../../../../models/catalogue/prices.js';
import type { ModelSpec } from '../../../../protocol/records/models.js';
import type { CallEstimate } from '../../../domain/budget.js';

/** What bounds the cost of a call beside the length of its input. */
export interface CallCeiling {
  /** The longest answer that the policy allows and a model can give. */
  readonly tokensOutMax: number;
  /** Those which may serve the call. */
  readonly models: readonly ModelSpec[];
}

/** What a model may answer at most when nothing is known of it. */
const unknownModelTokens = 8192;

/** The bounds of a call that may be served by any of these models. */
export function callCeiling(
  models: readonly ModelSpec[],
  policyMaxTokens: number | undefined,
): CallCeiling {
  const largest = Math.max(0, ...models.map((model) => model.maxOutputTokens));
  const possible = largest > 0 ? largest : unknownModelTokens;
  return { tokensOutMax: Math.min(policyMaxTokens ?? possible, possible), models };
}

/** The dearest that a call with so much input can become, over the routes it may take. */
export function worstCase({ tokensOutMax, models }: CallCeiling, tokensIn: number): CallEstimate {
  const prices = models.map((model) => dearestAt(priceOf(model), tokensIn));
  return {
    tokensIn,
    tokensOutMax,
    usdPerMTokIn: Math.max(0, ...prices.map((price) => price.in)),
    usdPerMTokOut: Math.max(0, ...prices.map((price) => price.out)),
  };
}
