import type { ModelTier } from '#protocol/records/enums.js';

const small = /^(nano|tiny|micro|flash|mini|small|lite|haiku|instant|turbo)$/;
const strong = /^(opus|ultra|max|reasoner|thinking|o1|o3|o4|pro|large|plus|sonnet)$/;

/**
 * Infers the tier of an unrated model from its price, else its parameter count, else words in its
 * id.
 */
export function inferTier(id: string, blendedCostPerKTok: number | null): ModelTier {
  // A price of zero says nothing about ability.
  if (blendedCostPerKTok !== null && blendedCostPerKTok > 0) {
    return tierUpTo(blendedCostPerKTok, [0.0003, 0.001, 0.003, 0.01]);
  }
  const parameters = billionsIn(id.toLowerCase());
  if (parameters !== null) return tierUpTo(parameters, [4, 14, 40, 120]);
  const words = id.toLowerCase().split(/[^a-z0-9]+/);
  if (words.some((word) => small.test(word))) return 'small';
  return words.some((word) => strong.test(word)) ? 'strong' : 'standard';
}

function tierUpTo(value: number, bounds: readonly [number, number, number, number]): ModelTier {
  if (value <= bounds[0]) return 'nano';
  if (value <= bounds[1]) return 'small';
  if (value <= bounds[2]) return 'standard';
  return value <= bounds[3] ? 'strong' : 'max';
}

/** `70b` gives 70; a mixture of experts such as `8x7b` gives the sum. */
function billionsIn(id: string): number | null {
  const match = /(?<![a-z0-9.])(?:(\d+)x)?(\d+(?:\.\d+)?)b(?![a-z0-9])/.exec(id);
  return match === null ? null : Number(match[1] ?? 1) * Number(match[2]);
}
