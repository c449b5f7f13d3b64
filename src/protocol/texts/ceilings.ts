import { exact } from './format.js';

/** What a run costs at least, USD, with the name of its pipeline. */
interface Needed {
  readonly pipeline: string;
  readonly turns: number;
  readonly firstUsd: number;
  readonly usd: number;
}

/** Said of a ceiling before a brief is submitted. */
export const ceilingTexts = {
  tooSmall: (limitUsd: number, { pipeline, turns, firstUsd, usd }: Needed) =>
    turns === 1
      ? `A ceiling of $${exact(limitUsd)} is too small: the turn of "${pipeline}" needs about $${about(usd)}.`
      : `A ceiling of $${exact(limitUsd)} is too small: "${pipeline}" takes at least ${turns} turns, which need about $${about(usd)}, the first alone $${about(firstUsd)}.`,
} as const;

/** Rounded up to two significant digits, because it is an estimate. */
function about(usd: number): string {
  const digit = 10 ** (Math.floor(Math.log10(usd)) - 1);
  const rounded = Math.ceil(usd / digit - 1e-9) * digit;
  if (rounded >= 0.1) return rounded.toFixed(2);
  return rounded.toLocaleString('en-US', { maximumSignificantDigits: 2 });
}
