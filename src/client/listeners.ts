/** Who wants to hear of something. One that throws is reported and harms nobody else. */
export class Listeners<T> {
  private readonly all = new Set<(item: T) => void>();

  constructor(private readonly report: (error: unknown) => void) {}

  /** Answers how to stop hearing. */
  add(listener: (item: T) => void): () => void {
    // The same function may be added twice, and be taken away once.
    const own = (item: T) => listener(item);
    this.all.add(own);
    return () => void this.all.delete(own);
  }

  tell(item: T): void {
    for (const listener of [...this.all]) {
      try {
        listener(item);
      } catch (error) {
        this.report(error);
      }
    }
  }
}
