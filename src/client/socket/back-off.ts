const firstMs = 250;
const longestMs = 15_000;

/**
 * Delay before an attempt, ms; the first attempt after a loss is number 0. Doubles up to a limit,
 * minus a random part of up to half, so that many clients do not return at once.
 *
 * @param chance 0..1
 */
export function backOffMs(attempt: number, chance: number): number {
  const whole = Math.min(longestMs, firstMs * 2 ** attempt);
  return Math.round(whole * (1 - chance / 2));
}
