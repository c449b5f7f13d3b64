import type { ModelSpec } from '../../protocol/records/models.js';
import { hasAssumedPrice } from '../catalogue/prices.js';
import { costUsd, type TokenCounts } from '../gateway/usage.js';

/** The most that one call can have used. */
interface CallBounds {
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** What the vendor may say that it cost, USD. */
  readonly usd: number;
}

/** A number of a vendor's that cannot be true. */
export interface Doubt {
  readonly what: 'input tokens' | 'output tokens' | 'USD';
  readonly told: number;
  readonly most: number;
}

interface BelievedCounts {
  /** What cannot be true is left out. */
  readonly counts: TokenCounts;
  readonly doubts: readonly Doubt[];
}

/** Fees, and prices that rose since the data was made. */
const billFactor = 2;
const billMarginUsd = 0.01;
/** Below this share of what the counts cost no discount goes. */
const leastOfBill = 0.01;
/** USD per million tokens that no vendor has charged more than, for a model without a price. */
const dearest = { in: 150, out: 600 };

/** The bound of a bill, by the worst case of the bounded counts. */
export function boundsOf(model: ModelSpec, tokensIn: number, tokensOut: number): CallBounds {
  const worstUsd = hasAssumedPrice(model)
    ? (tokensIn * dearest.in + tokensOut * dearest.out) / 1e6
    : costUsd(model, tokensIn, tokensOut);
  return { tokensIn, tokensOut, usd: worstUsd * billFactor + billMarginUsd };
}

/** The vendor's own counts as far as the call can have used so much. */
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

/** What is next to nothing is no bill, where the tokens have a price. */
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
