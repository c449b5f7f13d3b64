import { AsyncResource } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';

/** For so long after the first work of a turn more is begun, ms. */
const sliceMs = 10;

/** So much of what waits may be begun in one turn, if there is time: a turn costs little, but not nothing. */
const looksInTurn = 16;

/**
 * Spreads what clients ask for over turns of the event loop. The driver of SQLite answers without
 * leaving the microtask queue, so requests that come together would all be carried out in one turn.
 * 10 ms after the first work of a turn began, the rest waits for later turns: that of one client in
 * the order in which it came, and clients take turns. Until then, and while none waits, work begins
 * at once. One turn has two slices at most: of what comes in it, and of what waited.
 */
@Injectable()
export class TimeSlices {
  /** When the work of this turn began; undefined: none has begun. */
  private begunAt: number | undefined;
  /** By client, the one whose turn it is first. */
  private readonly waiting = new Map<object, (() => void)[]>();
  private looking = false;

  /**
   * Calls `work` now or in a later turn, in the async context of the caller. What it throws later is
   * a fault of the process, so it should not; the rest is begun all the same.
   * @param client whom it is for: a connection or a socket
   */
  begin(client: object, work: () => void): void {
    if (this.waiting.size === 0 && this.takeTime()) return work();
    const line = this.waiting.get(client) ?? [];
    line.push(AsyncResource.bind(work));
    this.waiting.set(client, line);
    if (!this.looking) this.lookNextTurn();
  }

  /** Whether the slice of this turn lasts; the first to ask begins it. */
  private takeTime(): boolean {
    if (this.begunAt !== undefined) return performance.now() - this.begunAt < sliceMs;
    this.begunAt = performance.now();
    setImmediate(() => (this.begunAt = undefined));
    return true;
  }

  /** Each of the waiting in a callback of its own: its microtasks run before the next one begins. */
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
