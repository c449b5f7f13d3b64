import { AsyncResource } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';

/** For so long work is begun in one turn of the event loop, ms. */
const sliceMs = 10;

/** So many of the clients that wait are looked at in one turn: a turn costs little, but not nothing. */
const looksInTurn = 16;

/**
 * Spreads what clients ask for over turns of the event loop. The driver of SQLite answers without
 * leaving the microtask queue, so requests that come together would all be carried out in one turn.
 * Once the work begun in a turn has taken 10 ms, the rest waits for later turns: that of one client
 * in the order in which it came, and clients take turns. Until then work begins at once.
 */
@Injectable()
export class TimeSlices {
  /** When the work of this turn began; undefined: none has begun. */
  private begunAt: number | undefined;
  /** By client, the one whose turn it is first. */
  private readonly waiting = new Map<object, (() => void)[]>();
  private looking = false;

  /**
   * Calls `work`, which never throws, now or in a later turn, in the async context of the caller.
   * @param client whom it is for: a connection or a socket
   */
  begin(client: object, work: () => void): void {
    if (this.waiting.size === 0 && this.hasTime()) return work();
    const line = this.waiting.get(client) ?? [];
    line.push(AsyncResource.bind(work));
    this.waiting.set(client, line);
    if (!this.looking) this.lookNextTurn();
  }

  private hasTime(): boolean {
    if (this.begunAt !== undefined) return performance.now() - this.begunAt < sliceMs;
    this.begunAt = performance.now();
    setImmediate(() => (this.begunAt = undefined));
    return true;
  }

  /** Each of the waiting in a callback of its own: its microtasks run before the next one begins. */
  private lookNextTurn(): void {
    this.looking = true;
    const looks = Math.min(this.waiting.size, looksInTurn);
    for (let look = 1; look < looks; look += 1) setImmediate(() => this.beginNext());
    setImmediate(() => {
      this.beginNext();
      this.looking = false;
      if (this.waiting.size > 0) this.lookNextTurn();
    });
  }

  private beginNext(): void {
    const next = this.hasTime() ? this.waiting.entries().next().value : undefined;
    if (next === undefined) return;
    const [client, line] = next;
    const work = line.shift();
    this.waiting.delete(client);
    if (line.length > 0) this.waiting.set(client, line);
    work?.();
  }
}
