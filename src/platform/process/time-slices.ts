import { AsyncResource } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';

/** Length of a slice from the first work of a turn, ms. */
const sliceMs = 10;

/** Waiting items begun per turn at most, because each costs a little beside its time. */
const looksInTurn = 16;

/**
 * Spreads clients' work over turns of the event loop. SQLite's driver never leaves the microtask
 * queue, so requests that arrive together would all be carried out in one turn.
 * 10 ms after the first work of a turn, the rest waits for later turns: in order for one client,
 * round-robin among clients. While nothing waits, work begins at once. A turn has two slices at
 * most: one for new work, one for waiting work.
 */
@Injectable()
export class TimeSlices {
  /** Start of this turn's work; undefined: none yet. */
  private begunAt: number | undefined;
  /** By client, the next one first. */
  private readonly waiting = new Map<object, (() => void)[]>();
  private looking = false;

  /**
   * Calls `work` now or in a later turn, in the caller's async context. Work that throws later is a
   * fault of the process, but the rest still begins.
   * @param client connection or socket that the work belongs to
   */
  begin(client: object, work: () => void): void {
    if (this.waiting.size === 0 && this.takeTime()) return work();
    const line = this.waiting.get(client) ?? [];
    line.push(AsyncResource.bind(work));
    this.waiting.set(client, line);
    if (!this.looking) this.lookNextTurn();
  }

  /** True while the turn's slice lasts; the first call starts it. */
  private takeTime(): boolean {
    if (this.begunAt !== undefined) return performance.now() - this.begunAt < sliceMs;
    this.begunAt = performance.now();
    setImmediate(() => (this.begunAt = undefined));
    return true;
  }

  /** Each item in its own callback: its microtasks run before the next one begins. */
  private lookNextTurn(): void {
    this.looking = true;
    for (let look = 1; look < looksInTurn; look += 1) setImmediate(() => this.beginNext());
    setImmediate(() => {
      this.looking = false;
      try {
        this.beginNext();
      } finally {
        if (this.waiting.size > 0 && !this.looking) this.lookNextTurn();
      }
    });
  }

  private beginNext(): void {
    const next = this.takeTime() ? this.waiting.entries().next().value : undefined;
    if (next === undefined) return;
    const [client, line] = next;
    const work = line.shift();
    this.waiting.delete(client);
    if (line.length > 0) this.waiting.set(client, line);
    work?.();
  }
}
