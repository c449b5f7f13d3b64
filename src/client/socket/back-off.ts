const firstMs = 250;
const longestMs = 15_000;

/**
 * How long to wait before an attempt, in ms; the first attempt after a loss is number 0. It doubles up to
 * a limit, and chance takes up to half of it away, so that many clients do not come back at once.
 *
 * @param chance 0..1
 */
export function backOffMs(attempt: number, chance: number): number {
  const whole = Math.min(longestMs, firstMs * 2 ** attempt);
  return Math.round(whole * (1 - chance / 2));
}
