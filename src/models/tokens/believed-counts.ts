import type { ModelSpec } from '../../protocol/records/models.js';
import { hasAssumedPrice } from '../catalogue/prices.js';
import { costUsd, type TokenCounts } from '../gateway/usage.js';

/** The highest possible usage of one call. */
interface CallBounds {
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Highest plausible bill, USD. */
  readonly usd: number;
}

/** An impossible number from a provider. */
export interface Doubt {
  readonly what: 'input tokens' | 'output tokens' | 'USD';
  readonly told: number;
  readonly most: number;
}

interface BelievedCounts {
  /** Without the impossible ones. */
  readonly counts: TokenCounts;
  readonly doubts: readonly Doubt[];
}

/** Allows for fees and for prices raised since the data was made. */
const billFactor = 2;
const billMarginUsd = 0.01;
/** Smallest plausible share of the computed cost; no discount goes further. */
const leastOfBill = 0.01;
/** Highest price of any provider, USD per million tokens, for unpriced models. */
const dearest = { in: 150, out: 600 };

/** Bounds the bill by the highest cost of the bounded counts. */
export function boundsOf(model: ModelSpec, tokensIn: number, tokensOut: number): CallBounds {
  const worstUsd = hasAssumedPrice(model)
    ? (tokensIn * dearest.in + tokensOut * dearest.out) / 1e6
    : costUsd(model, tokensIn, tokensOut);
  return { tokensIn, tokensOut, usd: worstUsd * billFactor + billMarginUsd };
}

/** The provider's counts, as far as the call can have used them. */
export function believedCounts(
  counts: TokenCounts,
  bounds: CallBounds,
  model: ModelSpec,
): BelievedCounts {
  const { tokensIn, tokensOut, billedUsd, ...parts } = counts;
  const doubts: Doubt[] = [];
  const within = (what: Doubt['what'], told: number | undefined, most: number): boolean => {
    if (told === undefined || told <= most) return true;
    doubts.push({ what, told, most });
    return false;
  };
  const hasInput = within('input tokens', tokensIn, bounds.tokensIn);
  const hasOutput = within('output tokens', tokensOut, bounds.tokensOut);
  const hasBill = within('USD', billedUsd, bounds.usd);
  const { cachedTokens, cacheWriteTokens, reasoningTokens, ...rest } = parts;
  const bill = billedUsd !== undefined && hasBill && !isTooSmall(billedUsd, counts, model);
  return {
    counts: {
      ...rest,
      ...(hasInput && defined({ tokensIn, cachedTokens, cacheWriteTokens })),
      ...(hasOutput && defined({ tokensOut, reasoningTokens })),
      ...(bill && { billedUsd }),
    },
    doubts,
  };
}

/** True for a bill near zero although the tokens have a price. */
function isTooSmall(
  billedUsd: number,
  { tokensIn = 0, tokensOut = 0, cachedTokens = 0 }: TokenCounts,
  model: ModelSpec,
): boolean {
  if (hasAssumedPrice(model)) return false;
  return billedUsd < costUsd(model, Math.max(0, tokensIn - cachedTokens), tokensOut) * leastOfBill;
}

function defined(counts: Partial<Record<keyof TokenCounts, number | undefined>>): TokenCounts {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}
