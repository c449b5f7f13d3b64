import { exact } from '../protocol/texts/format.js';

export const spendDecimals = 4;

/** Spend of a call or run in USD, with four decimals because it is often below a cent. */
export function spend(usd: number): string {
  return `$${usd.toFixed(spendDecimals)}`;
}

/** A ceiling, as a person would write it. */
export function ceiling(usd: number): string {
  return `$${exact(usd)}`;
}
