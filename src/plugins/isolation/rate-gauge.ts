/** Counts what comes in, and tells when more came within one window than is allowed. */
export class RateGauge {
  private windowStart = -Infinity;
  private counted = 0;

  /** @param now a time in ms that never goes back. */
  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @returns false once the limit of the current window is passed. */
  take(amount = 1): boolean {
    const at = this.now();
    if (at - this.windowStart >= this.windowMs) {
      this.windowStart = at;
      this.counted = 0;
    }
    this.counted += amount;
    return this.counted <= this.limit;
  }
}
