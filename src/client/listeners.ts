/** Listeners of something. One that throws is reported and does not affect others. */
export class Listeners<T> {
  private readonly all = new Set<(item: T) => void>();

  constructor(private readonly report: (error: unknown) => void) {}

  /** Returns a function that removes the listener. */
  add(listener: (item: T) => void): () => void {
    // The same function may be added twice and removed separately.
    const own = (item: T) => listener(item);
    this.all.add(own);
    return () => void this.all.delete(own);
  }

  notify(item: T): void {
    for (const listener of [...this.all]) {
      try {
        listener(item);
      } catch (error) {
        this.report(error);
      }
    }
  }
}
