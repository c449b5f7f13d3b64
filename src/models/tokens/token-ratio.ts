/** A provider's counts for a model relative to our tokenizer's. */
export interface TokenRatio {
  /** Provider tokens per token of ours, as a recent average. */
  readonly typical: number;
  /** Provider tokens per token of our upper estimate; rises at once, falls slowly. */
  readonly highest: number;
}

/** Before a model's first answer: providers count up to twice the tokenizer's tokens. */
const unknownFactor = 2;
/** Allows for other kinds of text than those seen so far. */
const margin = 1.25;
const weightOfNew = 0.2;
const decay = 0.02;
/** Outside these bounds a provider does not count tokens. */
const bounds = { least: 0.2, most: 10 };

/** The ratio after one more answer. */
export function learnRatio(
  before: TokenRatio | undefined,
  counted: number,
  expected: { readonly likely: number; readonly most: number },
): TokenRatio {
  const typical = bounded(counted / expected.likely);
  const highest = bounded(counted / expected.most);
  if (before === undefined) return { typical, highest };
  return {
    typical: before.typical + weightOfNew * (typical - before.typical),
    highest: Math.max(highest, before.highest + decay * (highest - before.highest)),
  };
}

/** Factor applied to the upper estimate before money is reserved. */
export function reservationFactor(ratio: TokenRatio | undefined): number {
  return ratio === undefined ? unknownFactor : Math.max(1, ratio.highest) * margin;
}

/** True if the change is large enough to be saved. */
export function hasMoved(before: TokenRatio | undefined, after: TokenRatio): boolean {
  if (before === undefined) return true;
  return (['typical', 'highest'] as const).some(
    (part) => Math.abs(after[part] - before[part]) > 0.01 * before[part],
  );
}

function bounded(ratio: number): number {
  return Number.isFinite(ratio) ? Math.min(bounds.most, Math.max(bounds.least, ratio)) : 1;
}
