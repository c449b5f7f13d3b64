/** A queue for one reader. Handwritten, because the client has no dependencies. */
export class WaitQueue<T> {
  private readonly items: T[] = [];
  private waiting: ((item: T) => void) | undefined;

  push(item: T): void {
    const { waiting } = this;
    this.waiting = undefined;
    if (waiting) waiting(item);
    else this.items.push(item);
  }

  /** Rejects with the signal's reason if that comes first. */
  next(signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const item = this.items.shift();
    if (item !== undefined) return Promise.resolve(item);
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.waiting = undefined;
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.waiting = (next) => {
        signal?.removeEventListener('abort', abort);
        resolve(next);
      };
    });
  }
}
