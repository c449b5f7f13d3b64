/** How a vendor's counts for a model compare to our tokenizer's. */
export interface TokenRatio {
  /** The vendor's tokens for one of ours, on average of late. */
  readonly typical: number;
  /** The vendor's tokens for one of the most that we expected; falls slowly, rises at once. */
  readonly highest: number;
}

/** Before the first answer of a model: vendors count up to twice as many tokens as the tokenizer. */
const unknownFactor = 2;
/** Texts of another kind are counted otherwise than those a model was seen with. */
const margin = 1.25;
const weightOfNew = 0.2;
const decay = 0.02;
/** A vendor that counts beyond that does not count tokens. */
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

/** By what the most that we expect is multiplied before money is reserved for it. */
export function reservationFactor(ratio: TokenRatio | undefined): number {
  return ratio === undefined ? unknownFactor : Math.max(1, ratio.highest) * margin;
}

/** Whether what is stored is worth replacing. */
export function hasMoved(before: TokenRatio | undefined, after: TokenRatio): boolean {
  if (before === undefined) return true;
  return (['typical', 'highest'] as const).some(
    (part) => Math.abs(after[part] - before[part]) > 0.01 * before[part],
  );
}

function bounded(ratio: number): number {
  return Number.isFinite(ratio) ? Math.min(bounds.most, Math.max(bounds.least, ratio)) : 1;
}
