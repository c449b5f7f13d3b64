import type { PageReader, WrittenPage } from './replay-line.js';

/** A page has to leave within this time, ms, and the time that its bytes take at the slowest pace. */
const graceMs = 30_000;
const slowestBytesPerMs = 64;
/** Of pages that have not left, over all sockets, but for the last of them. */
const mostWaitingBytes = 16 * 1024 * 1024;

/** How long a reader has for a page, ms. */
export function timeFor(bytes: number): number {
  return graceMs + bytes / slowestBytesPerMs;
}

/**
 * Readers whose page has not left yet. One that does not take it in time is cut, and the first of them
 * as soon as all that waits is more than 16 MiB: a client that comes back goes on where it was.
 */
export class SlowReaders {
  private readonly waiting = new Map<PageReader, number>();
  private waitingBytes = 0;

  /** Resolves when the page has left, or the reader was cut. */
  async wait(reader: PageReader, { bytes, left }: WrittenPage): Promise<void> {
    this.add(reader, bytes);
    const late = setTimeout(() => reader.terminate(), timeFor(bytes)).unref();
    await left;
    clearTimeout(late);
    this.remove(reader, bytes);
  }

  private add(reader: PageReader, bytes: number): void {
    this.waiting.set(reader, (this.waiting.get(reader) ?? 0) + bytes);
    this.waitingBytes += bytes;
    for (const [first] of this.waiting) {
      if (this.waitingBytes <= mostWaitingBytes || this.waiting.size === 1) return;
      this.cut(first);
    }
  }

  /** Its pages will never leave; they are told so later, and wait no more from now on. */
  private cut(reader: PageReader): void {
    this.waitingBytes -= this.waiting.get(reader) ?? 0;
    this.waiting.delete(reader);
    reader.terminate();
  }

  private remove(reader: PageReader, bytes: number): void {
    const waits = this.waiting.get(reader);
    if (waits === undefined) return;
    this.waitingBytes -= bytes;
    if (waits > bytes) this.waiting.set(reader, waits - bytes);
    else this.waiting.delete(reader);
  }
}
