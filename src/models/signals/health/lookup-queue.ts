/**
 * Background jobs, a few at once, and at most one per key. Not `p-queue`, which has no keys and
 * would need the same bookkeeping.
 */
export class LookupQueue {
  private readonly waiting = new Map<string, () => Promise<void>>();
  private readonly running = new Set<string>();

  constructor(private readonly mostAtOnce: number) {}

  /** True if nothing waits and only the caller's own job runs. */
  get isIdle(): boolean {
    return this.waiting.size === 0 && this.running.size <= 1;
  }

  /** The work must handle its own failures. */
  add(key: string, work: () => Promise<void>): void {
    if (this.running.has(key) || this.waiting.has(key)) return;
    this.waiting.set(key, work);
    this.startNext();
  }

  private startNext(): void {
    const [next] = this.waiting;
    if (next === undefined || this.running.size >= this.mostAtOnce) return;
    const [key, work] = next;
    this.waiting.delete(key);
    this.running.add(key);
    void work().finally(() => {
      this.running.delete(key);
      this.startNext();
    });
  }
}
