import type { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { WebSocket } from 'ws';
import { SlowSocket } from '#test/support/slow-socket.js';
import { SystemClock } from '../clock.js';
import { StoreRetry } from '../database/store-retry.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { TimeSlices } from '../process/time-slices.js';
import { type EventReplay, MissedEvents } from './missed-events.js';
import { ReplayLine } from './replay-line.js';
import type { NumberedFrame } from './socket-command.js';
import { SocketPeer } from './socket-peer.js';

const last = 9;
const pageSize = 3;
/** Reads of a whole replay after number 2. */
const reads = ['lastSeq', 'reaches', 'bytes', 'page 3', 'page 6', 'page 9'];

const unreachable = (): Error => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

/** Reads all that is written to it. */
class ReadSocket extends SlowSocket {
  override write(...args: Parameters<SlowSocket['write']>): void {
    super.write(...args);
    setImmediate(() => this.readAll());
  }
}

/** Nine events, in pages of three; each of its reads may fail. */
class FailingLog implements EventReplay {
  constructor(private readonly beforeRead: (name: string) => void) {}

  lastSeq(): Promise<number> {
    return this.read('lastSeq', last);
  }

  reaches(): Promise<boolean> {
    return this.read('reaches', true);
  }

  async *bytesAfter(): AsyncGenerator<number> {
    yield await this.read('bytes', 1);
  }

  async *after(seq: number): AsyncGenerator<readonly NumberedFrame[]> {
    for (let from = seq + 1; from <= last; from += pageSize) {
      const numbers = [from, from + 1, from + 2].filter((number) => number <= last);
      yield await this.read(`page ${from}`, numbers.map(frameOf));
    }
  }

  private async read<T>(name: string, value: T): Promise<T> {
    await Promise.resolve();
    this.beforeRead(name);
    return value;
  }
}

function frameOf(seq: number): NumberedFrame {
  return { seq, type: 'log', payloadJson: JSON.stringify({ type: 'log', seq }) } as NumberedFrame;
}

describe('MissedEvents', () => {
  function replay(beforeRead: (name: string, socket: ReadSocket) => void) {
    const socket = new ReadSocket();
    const stream = socket as unknown as Writable;
    const logger = new OfficeLogger({ clock: new SystemClock(), level: 'error' });
    const missed = new MissedEvents(
      new FailingLog((name) => beforeRead(name, socket)),
      new StoreRetry(new SystemClock(), logger),
      new ReplayLine(new TimeSlices()),
    );
    const connection = { socket: socket as unknown as WebSocket, stream };
    const peer = new SocketPeer('socket_1', connection, {
      hello: () => null,
      waiting: () => [],
      sendPages: (...pages) => missed.line.send(...pages),
      commandsAtOnce: 16,
    });
    return { socket, sent: missed.send(peer, 2) };
  }

  it.each(reads)('sends each event once and in order when the store fails at %s', async (read) => {
    let failures = 0;
    const { socket, sent } = replay((name) => {
      if (name === read && failures++ === 0) throw unreachable();
    });
    await sent;
    expect(failures).toBeGreaterThan(0);
    expect(socket.take()).toEqual([3, 4, 5, 6, 7, 8, 9].map((seq) => `log ${seq}`));
  });

  it.each(reads)('gives up when the socket goes while the store fails at %s', async (read) => {
    const { sent } = replay((name, socket) => {
      if (name !== read) return;
      socket.close(1006);
      throw unreachable();
    });
    await sent;
  });

  it.each(reads)('rejects a failure at %s that would come again', async (read) => {
    const { sent } = replay((name) => {
      if (name === read) throw new Error('no such table');
    });
    await expect(sent).rejects.toThrow('no such table');
  });
});
