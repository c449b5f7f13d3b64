import { ceiling } from './format.js';

/** Said of a ceiling before a brief is submitted. */
export const ceilingTexts = {
  tooSmall: (limitUsd: number, neededUsd: number) =>
    `At $${ceiling(limitUsd)} this run cannot finish a single turn: the first one needs about $${about(neededUsd)}.`,
} as const;

/** Rounded up to two significant digits, as it is no exact amount. */
function about(usd: number): string {
  const digit = 10 ** (Math.floor(Math.log10(usd)) - 1);
  const rounded = Math.ceil(usd / digit - 1e-9) * digit;
  if (rounded >= 0.1) return rounded.toFixed(2);
  return rounded.toLocaleString('en-US', { maximumSignificantDigits: 2 });
}
