import type { Writable } from 'node:stream';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { SlowSocket } from '#test/support/slow-socket.js';
import { limits } from '../../protocol/limits.js';
import type { ServerEvent } from '../../protocol/events.js';
import type { OfficeState } from '../../protocol/records/office.js';
import { TimeSlices } from '../process/time-slices.js';
import { batchOf } from './broadcast-queue.js';
import { ReplayLine } from './replay-line.js';
import { frameOf, type SocketFrame } from './socket-frame.js';
import { SocketPeer } from './socket-peer.js';

type PeerOptions = ConstructorParameters<typeof SocketPeer>[2];

const log = (seq: number, message = ''): ServerEvent => ({
  type: 'log',
  at: 0,
  seq,
  level: 'info',
  scope: 'x',
  message,
});
const delta = (text = ''): ServerEvent => ({
  type: 'turn.delta',
  at: 0,
  runId: 'r',
  turnId: 't',
  text,
});
const hello = frameOf({ type: 'hello', at: 0, protocolVersion: 1, state: {} as OfficeState });
const line = new ReplayLine(new TimeSlices());
const sendPages: ReplayLine['send'] = (...pages) => line.send(...pages);
const settled = (): Promise<void> => new Promise(setImmediate);
const tooMuch = 'x'.repeat(limits.socketDropBytes);
const stored = (seq: number) => ({ seq, payloadJson: JSON.stringify(log(seq)) });

function peerOf(slow: SlowSocket, options: PeerOptions): SocketPeer {
  const socket = slow as unknown as WebSocket;
  return new SocketPeer('socket_1', { socket, stream: slow as unknown as Writable }, options);
}

describe('SocketPeer', () => {
  let socket: SlowSocket;
  let peer: SocketPeer;
  let waiting: SocketFrame[];

  beforeEach(() => {
    socket = new SlowSocket();
    waiting = [];
    peer = peerOf(socket, {
      hello: () => hello,
      sendPages,
      waiting: () => waiting,
      commandsAtOnce: 64,
    });
  });

  const offer = (...events: readonly ServerEvent[]): void => {
    peer.offer(batchOf(events.map(frameOf)));
  };

  describe('of frames that wait for everyone', () => {
    const flush = (): void => {
      const batch = batchOf(waiting);
      waiting = [];
      peer.offer(batch);
    };

    it('takes all in one write', () => {
      offer(log(1), delta(), log(2));
      expect(socket.writes).toBe(1);
      expect(socket.take()).toEqual(['log 1', 'turn.delta', 'log 2']);
    });

    it('gets those before what is sent to it alone, and none of them twice', () => {
      waiting.push(frameOf(log(1)), frameOf(delta()));
      peer.send({ type: 'pong', at: 0 });
      expect(socket.take()).toEqual(['log 1', 'turn.delta', 'pong']);
      waiting.push(frameOf(log(2)));
      flush();
      expect(socket.take()).toEqual(['log 2']);
      waiting.push(frameOf(log(3)), frameOf(log(4)));
      flush();
      expect(socket.take()).toEqual(['log 3', 'log 4']);
    });

    it('gets none that the state of its first frame holds', () => {
      waiting.push(frameOf(log(1)));
      peer.join();
      waiting.push(frameOf(log(2)));
      flush();
      expect(socket.take()).toEqual(['hello', 'log 2']);
    });

    it('gets those before stored frames, and holds them back during a replay', () => {
      waiting.push(frameOf(log(1)));
      peer.writeMissed([stored(1)]);
      peer.startReplay();
      waiting.push(frameOf(log(2)), frameOf(log(3)));
      peer.writeMissed([stored(2)]);
      expect(socket.take()).toEqual(['log 1', 'log 2']);
      flush();
      peer.endReplay();
      expect(socket.take()).toEqual(['log 3']);
    });
  });

  describe('while a replay runs', () => {
    it('sends a present state for one that was held, which may be older than the replay', () => {
      peer.startReplay();
      offer(log(1), { type: 'office.updated', at: 0, state: {} as OfficeState });
      peer.writeMissed([stored(1), stored(2)]);
      offer(log(3));
      peer.endReplay();
      expect(socket.take()).toEqual(['log 1', 'log 2', 'log 3', 'hello']);
    });

    it('holds live events back, and then leaves out those that were replayed', () => {
      peer.startReplay();
      offer(log(3), delta(), log(4), log(5));
      expect(socket.take()).toEqual([]);
      peer.writeMissed([stored(2), stored(3)]);
      peer.writeMissed([stored(4)]);
      expect(socket.take()).toEqual(['log 2', 'log 3', 'log 4']);
      peer.endReplay();
      expect(socket.take()).toEqual(['turn.delta', 'log 5']);
    });

    it('leaves out what the replay read before it was announced', () => {
      peer.startReplay();
      peer.writeMissed([stored(2), stored(3)]);
      peer.endReplay();
      offer(log(3), log(4));
      expect(socket.take()).toEqual(['log 2', 'log 3', 'log 4']);
    });

    it('leaves more than it may hold to the log, and makes up for what that does not have', () => {
      peer.startReplay();
      offer(log(1, tooMuch), delta('lost'), log(2));
      expect(peer.lastLeftToLog).toBe(2);
      peer.writeMissed([stored(1), stored(2)]);
      peer.startReplay();
      offer(log(2), log(3));
      peer.endReplay();
      expect(socket.take()).toEqual(['log 1', 'log 2', 'log 3']);
      socket.readAll();
      expect(socket.take()).toEqual(['hello']);
    });

    it('keeps what is sent in turn until the last of them has ended', async () => {
      const pong = { type: 'pong', at: 1 } as const;
      peer.sendInTurn(pong);
      expect(socket.take()).toEqual(['pong']);
      const long = Promise.withResolvers<void>();
      const both = [
        peer.replay(() => long.promise),
        peer.replay(() => Promise.reject(new Error())),
      ];
      peer.sendInTurn(pong);
      await both[1]?.catch(() => undefined);
      expect(socket.take()).toEqual([]);
      peer.writeMissed([stored(2)]);
      long.resolve();
      await both[0];
      expect(socket.take()).toEqual(['log 2', 'pong']);
    });
  });

  describe('of stored frames', () => {
    const read: number[] = [];
    async function* pages(count: number): AsyncGenerator<ReturnType<typeof stored>[]> {
      for (let page = 1; page <= count; page += 1) {
        read.push(page);
        yield await Promise.resolve([stored(page)]);
      }
    }
    beforeEach(() => void read.splice(0));

    it('is sent a page when the last has left, and no other is read before', async () => {
      const sending = peer.sendStored(pages(3));
      for (let page = 1; page <= 3; page += 1) {
        while (socket.sent.length === 0) await settled();
        expect(socket.take()).toEqual([`log ${page}`]);
        expect(read).toHaveLength(page);
        socket.readAll();
      }
      expect(await sending).toBe(true);
    });

    it('is sent nothing when it is gone, and nothing more is read', async () => {
      socket.readyState = WebSocket.CLOSED;
      expect(await peer.sendStored(pages(3))).toBe(false);
      expect([socket.take(), read]).toEqual([[], []]);
    });
  });

  it('drops no private answer, however far behind the reader is', () => {
    offer(log(1, tooMuch), delta('lost'));
    peer.send({ type: 'pong', at: 0 });
    peer.send({ type: 'error', at: 0, message: 'refused' });
    expect(socket.take()).toEqual(['log 1', 'pong', 'error']);
  });

  it('gives the whole state whichever frame leaves last to a reader that lost something', () => {
    offer(log(1, tooMuch), delta('lost'), log(2));
    socket.read(1);
    offer(log(3));
    socket.read(1);
    expect(socket.take()).toEqual(['log 1', 'log 2', 'log 3']);
    socket.read(1);
    expect(socket.take()).toEqual(['hello']);
  });

  it('gives the whole state with the next ping when no frame is left to do so', () => {
    offer(log(1, tooMuch), delta('lost'));
    socket.take();
    socket.bufferedAmount = 0;
    peer.ping();
    expect(socket.take()).toEqual(['hello']);
    peer.ping();
    expect(socket.take()).toEqual([]);
  });

  it('sends nothing more once it has given up on a reader', () => {
    for (let seq = 1; seq <= 6; seq += 1) offer(log(seq, tooMuch));
    expect(socket.closeCode).toBe(1013);
    expect(socket.take()).toHaveLength(4);
    socket.readAll();
    expect(socket.take()).toEqual([]);
  });

  it('is closed with 1011 when there is no state to send', () => {
    peer = peerOf(socket, {
      hello: () => null,
      sendPages,
      waiting: () => [],
      commandsAtOnce: 64,
    });
    void peer.sendHello();
    expect(socket.closeCode).toBe(1011);
  });

  it('reads nothing more while too many commands are under way', async () => {
    const commands = Array.from({ length: 64 }, () => Promise.withResolvers<void>());
    const [first, ...others] = commands.map(({ promise }) => promise);
    for (const promise of others) peer.work(() => promise);
    expect([peer.isWaiting, socket.isPaused]).toEqual([false, false]);
    peer.work(() => first ?? Promise.resolve());
    expect([peer.isWaiting, socket.isPaused]).toEqual([true, true]);
    commands[0]?.resolve();
    await settled();
    expect([peer.isWaiting, socket.isPaused]).toEqual([false, false]);
  });

  it('begins what had been read by then in its turn, never more than 64 at once', async () => {
    const held = Promise.withResolvers<void>();
    const begun: number[] = [];
    let underWay = 0;
    let most = 0;
    for (let place = 0; place < 500; place += 1) {
      peer.work(async () => {
        begun.push(place);
        most = Math.max(most, (underWay += 1));
        await held.promise;
        underWay -= 1;
      });
    }
    expect(begun).toHaveLength(64);
    held.resolve();
    await settled();
    expect(begun).toEqual(Array.from({ length: 500 }, (_, place) => place));
    expect(most).toBe(64);
    expect(peer.isWaiting).toBe(false);
  });

  it('answers no command of a reader that leaves its answers unread, until it has read them', async () => {
    const answer = (): Promise<void> => {
      peer.send(log(1, 'x'.repeat(200_000)));
      return Promise.resolve();
    };
    for (let command = 0; command < 100; command += 1) peer.work(answer);
    await settled();
    expect(socket.take()).toHaveLength(6);
    expect([peer.isWaiting, socket.isPaused]).toEqual([false, true]);
    peer.alive = false;
    let answered = 6;
    while (answered < 100) {
      socket.readAll();
      await settled();
      const answers = socket.take().length;
      expect(answers).toBeLessThanOrEqual(6);
      answered += answers;
    }
    expect([peer.alive, socket.isPaused]).toEqual([true, false]);
  });

  it('goes on reading a slow client that sends little, so that it gives signs of life', async () => {
    offer(log(1, 'x'.repeat(1_100_000)));
    let done = false;
    peer.work(async () => {
      done = await Promise.resolve(true);
    });
    await settled();
    expect([done, socket.isPaused]).toEqual([false, false]);
    socket.readAll();
    await settled();
    expect(done).toBe(true);
  });

  it('carries out what was read from a client that left without reading', async () => {
    offer(log(1, 'x'.repeat(1_100_000)));
    let done = false;
    peer.work(async () => {
      done = await Promise.resolve(true);
    });
    expect(done).toBe(false);
    socket.readyState = WebSocket.CLOSED;
    socket.readAll();
    await settled();
    expect(done).toBe(true);
  });
});
