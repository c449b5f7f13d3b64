export const spendDecimals = 4;

/** Spend of one call or one run: often far below a cent, so four decimals. */
export function spend(usd: number): string {
  return `$${usd.toFixed(spendDecimals)}`;
}

/** A ceiling, as a person would write it: two decimals, or as many as a small one needs. */
export function ceiling(usd: number): string {
  if (usd <= 0 || usd >= 0.01) return `$${usd.toFixed(2)}`;
  return `$${usd.toLocaleString('en-US', { maximumSignificantDigits: 15 })}`;
}
