const firstMs = 2000;
const longestMs = 5 * 60_000;

/** How long after so many failures in a row (1 for the first) a provider is asked again. */
export function probeDelayMs(failures: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20));
}
