import { EventEmitter, once } from 'node:events';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { pause } from '../process/pause.js';
import { TimeSlices } from '../process/time-slices.js';
import type { StoredFrame } from './socket-command.js';

/** Base time for a page to leave, ms; the time for its bytes at the slowest rate is added. */
const graceMs = 30_000;
const slowestBytesPerMs = 64;
/** Bytes of unsent pages of all sockets; beyond it no further page is read. */
const mostWaitingBytes = 32 * 1024 * 1024;
/** Age of a waiting page at which its reader may be cut to make room for others, ms. */
const makesRoomAfterMs = 5000;

/** Time that a reader has for a page, ms. */
export function timeFor(bytes: number): number {
  return graceMs + bytes / slowestBytesPerMs;
}

/** A socket that receives stored frames. */
export interface PageReader {
  readonly isOpen: boolean;
  /** Cuts the connection and frees its memory. */
  terminate(): void;
}

/** A page that was passed to a socket. */
export interface WrittenPage {
  readonly bytes: number;
  /** Resolves when the page has left, or never will. */
  readonly left: Promise<void>;
}

interface Waiting {
  readonly reader: PageReader;
  readonly bytes: number;
  readonly since: number;
}

/**
 * Tracks unsent pages. A reader that does not take a page in time is cut; if all pages exceed 32
 * MiB, so is the one that has waited longest, after 5 s. A client that reconnects continues where
 * it was.
 */
export class SlowReaders {
  private readonly waiting = new Set<Waiting>();
  private waitingBytes = 0;
  private readonly changes = new EventEmitter<{ left: [] }>();

  /** Resolves when the page has left or the reader was cut. */
  async wait(reader: PageReader, { bytes, left }: WrittenPage): Promise<void> {
    const waiting = { reader, bytes, since: performance.now() };
    this.waiting.add(waiting);
    this.waitingBytes += bytes;
    const late = setTimeout(() => reader.terminate(), timeFor(bytes)).unref();
    await left;
    clearTimeout(late);
    this.remove(waiting);
  }

  /** Resolves when another page may be read. */
  async room(): Promise<void> {
    while (this.waitingBytes > mostWaitingBytes) {
      const [first] = this.waiting;
      if (first === undefined) return;
      const restMs = first.since + makesRoomAfterMs - performance.now();
      if (restMs <= 0) this.cut(first);
      else await this.changeWithin(restMs);
    }
  }

  private async changeWithin(ms: number): Promise<void> {
    const end = new AbortController();
    const changed = once(this.changes, 'left', { signal: end.signal }).catch(() => undefined);
    await Promise.race([changed, pause(ms, end.signal)]);
    end.abort();
  }

  private cut(waiting: Waiting): void {
    this.remove(waiting);
    waiting.reader.terminate();
  }

  private remove(waiting: Waiting): void {
    if (!this.waiting.delete(waiting)) return;
    this.waitingBytes -= waiting.bytes;
    this.changes.emit('left');
  }
}

/** Pages read and written at once, for all sockets together. */
const pagesAtOnce = 4;
/** How long a page keeps its place while its reader takes it, ms. */
const patienceMs = 50;

/**
 * Sends stored frames to sockets page by page: the next is read after the last has left, in its own
 * time slice; only a few sockets have a page in progress. A slow reader gives up its place and
 * keeps one page waiting.
 */
@Injectable()
export class ReplayLine {
  private readonly places = pLimit(pagesAtOnce);
  private readonly slow = new SlowReaders();

  constructor(private readonly slices: TimeSlices) {}

  /**
   * Resolves when the last page has left; false: the socket is gone. Rejects if pages cannot be
   * read.
   */
  async send<F extends StoredFrame>(
    reader: PageReader,
    pages: AsyncIterable<readonly F[]>,
    write: (page: readonly F[]) => WrittenPage,
  ): Promise<boolean> {
    const source = pages[Symbol.asyncIterator]();
    try {
      for (;;) {
        const page = await this.places(() => this.sendNext(reader, source, write));
        if (page === null) return reader.isOpen;
        await this.slow.wait(reader, page);
        if (!reader.isOpen) return false;
      }
    } finally {
      await source.return?.();
    }
  }

  /** Reads a portion in its turn and time slice, for sockets that get no frames yet. */
  read<T>(reader: PageReader, work: () => Promise<T>): Promise<T> {
    return this.places(() => this.inSlice(reader, work));
  }

  private async sendNext<F extends StoredFrame>(
    reader: PageReader,
    source: AsyncIterator<readonly F[]>,
    write: (page: readonly F[]) => WrittenPage,
  ): Promise<WrittenPage | null> {
    await this.slow.room();
    if (!reader.isOpen) return null;
    const next = await this.inSlice(reader, () => source.next());
    if (next.done === true || !reader.isOpen) return null;
    const page = write(next.value);
    const patience = new AbortController();
    await Promise.race([page.left, pause(patienceMs, patience.signal)]);
    patience.abort();
    return page;
  }

  private inSlice<T>(reader: PageReader, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.slices.begin(reader, () => void work().then(resolve, reject));
    });
  }
}
