/** Counts events and detects more than the limit per window. */
export class RateGauge {
  private windowStart = -Infinity;
  private counted = 0;

  /** @param now monotonic time, ms. */
  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @returns false once the window's limit is exceeded. */
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
