import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { pause } from '../process/pause.js';
import { TimeSlices } from '../process/time-slices.js';
import { type PageReader, SlowReaders, type WrittenPage } from './slow-readers.js';
import type { StoredFrame } from './socket-command.js';

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
