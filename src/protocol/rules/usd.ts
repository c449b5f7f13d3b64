/** Tolerance for rounding errors in sums, USD. */
const roundingUsd = 1e-9;

/** True if an amount is as large as another. */
export function reachesUsd(usd: number, other: number): boolean {
  return usd >= other - roundingUsd;
}

/** True if an amount is larger than another. */
export function passesUsd(usd: number, other: number): boolean {
  return usd > other + roundingUsd;
}
