import { EventEmitter, once } from 'node:events';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { pause } from '../process/pause.js';
import { TimeSlices } from '../process/time-slices.js';
import type { StoredFrame } from './socket-command.js';

/** A page has to leave within this time, ms, and the time that its bytes take at the slowest pace. */
const graceMs = 30_000;
const slowestBytesPerMs = 64;
/** Of pages that have not left, over all sockets: beyond, no further page is read. */
const mostWaitingBytes = 32 * 1024 * 1024;
/** A page that has waited for so long makes room for others, ms. */
const makesRoomAfterMs = 5000;

/** How long a reader has for a page, ms. */
export function timeFor(bytes: number): number {
  return graceMs + bytes / slowestBytesPerMs;
}

/** A socket that stored frames are sent to. */
export interface PageReader {
  readonly isOpen: boolean;
  /** Cuts the connection and frees what waits for it. */
  terminate(): void;
}

/** A page that was handed to a socket. */
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
 * Pages that have not left yet. A reader that does not take one in time is cut; while all of them are
 * more than 32 MiB, so is the one that has waited longest, after 5 s. A client that comes back goes on
 * where it was.
 */
export class SlowReaders {
  private readonly waiting = new Set<Waiting>();
  private waitingBytes = 0;
  private readonly changes = new EventEmitter<{ left: [] }>();

  /** Resolves when the page has left, or the reader was cut. */
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

/** Pages that are read and written at once, over all sockets. */
const pagesAtOnce = 4;
/** For so long a page keeps its place while its reader takes it, ms. */
const patienceMs = 50;

/**
 * Sends stored frames to sockets, a page at a time: the next is read when the last has left, in a
 * slice of its own, and few sockets have a page under way at once while the others wait their turn.
 * A reader that is slow gives its place to the next and has one page waiting.
 */
@Injectable()
export class ReplayLine {
  private readonly places = pLimit(pagesAtOnce);
  private readonly slow = new SlowReaders();

  constructor(private readonly slices: TimeSlices) {}

  /** Resolves when the last page has left; false: the socket is gone. Rejects when pages cannot be read. */
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

  /** Does a portion of reading in its turn and slice, for sockets that are not sent anything yet. */
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
