/** How long transactions may follow one another before the event loop gets its turn. */
const longestRunMs = 10;

/**
 * Lets the event loop turn from time to time. The embedded database answers without ever leaving
 * the microtask queue, so work that only waits for it would keep sockets and timers from being
 * served for as long as it lasts.
 */
export class Breather {
  private lastTurn = 0;

  /** Resolves at once, or after one turn of the loop when the last was too long ago. */
  async breathe(): Promise<void> {
    if (performance.now() - this.lastTurn < longestRunMs) return;
    await new Promise(setImmediate);
    this.lastTurn = performance.now();
  }
}
