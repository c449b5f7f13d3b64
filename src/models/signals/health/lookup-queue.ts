/**
 * Background jobs, a few at once, each key at most once at a time. Not `p-queue`: it knows no keys, so
 * the same book-keeping would stand beside it.
 */
export class LookupQueue {
  private readonly waiting = new Map<string, () => Promise<void>>();
  private readonly running = new Set<string>();

  constructor(private readonly mostAtOnce: number) {}

  /** Nothing waits, and nothing but the caller's own piece is at work. */
  get isIdle(): boolean {
    return this.waiting.size === 0 && this.running.size <= 1;
  }

  /** The work handles its own failures. */
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
