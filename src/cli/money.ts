export const spendDecimals = 4;

/** Spend of a call or run in USD, with four decimals because it is often below a cent. */
export function spend(usd: number): string {
  return `$${usd.toFixed(spendDecimals)}`;
}

/** A ceiling with two decimals, or as many as a small one needs. */
export function ceiling(usd: number): string {
  if (usd <= 0 || usd >= 0.01) return `$${usd.toFixed(2)}`;
  return `$${usd.toLocaleString('en-US', { maximumSignificantDigits: 15 })}`;
}
