import type { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { WebSocket } from 'ws';
import { SlowSocket } from '#test/support/slow-socket.js';
import type { ServerEvent } from '../../protocol/events.js';
import type { OfficeState } from '../../protocol/records/office.js';
import { SystemClock } from '../clock.js';
import type { OfficeConfig } from '../config/office-config.js';
import { StoreRetry } from '../database/store-retry.js';
import { EventBus } from '../events/event-bus.js';
import { subscribeListeners } from '../events/office-listeners.js';
import type { EventFeed } from '../events/event-feed.js';
import { OfficeLogger } from '../logging/office-logger.js';
import { TimeSlices } from '../process/time-slices.js';
import { ConnectedClients } from './connected-clients.js';
import { MissedEvents } from './missed-events.js';
import { ReplayLine } from './replay-line.js';
import { Repeater } from '../repeater.js';
import { SocketHub } from './socket-hub.js';
import type { SocketPeer } from './socket-peer.js';

/**
 * More sockets than are served without a rest; each write takes long enough, ms, to require one.
 */
const others = 12;
const writeMs = 1;

class CostlySocket extends SlowSocket {
  override write(...args: Parameters<SlowSocket['write']>): void {
    for (const begun = performance.now(); performance.now() - begun < writeMs;) continue;
    super.write(...args);
  }
}

const log = (seq: number): ServerEvent => ({
  type: 'log',
  at: 0,
  seq,
  level: 'info',
  scope: 'x',
  message: '',
});

async function* pagesOf<T>(pages: readonly T[]): AsyncGenerator<T> {
  yield* pages;
}

describe('SocketHub', () => {
  let bus: EventBus;
  let repeater: Repeater;
  let hub: SocketHub;
  let caughtUp: PromiseWithResolvers<void>;
  /** The last number in the log, and the last one delivered here. */
  let [logged, delivered] = [99, 99];

  beforeEach(() => {
    const logger = new OfficeLogger({ clock: new SystemClock(), level: 'error' });
    bus = new EventBus(logger);
    repeater = new Repeater(new SystemClock(), logger);
    caughtUp = Promise.withResolvers<void>();
    [logged, delivered] = [99, 99];
    const feed = {
      get last() {
        return delivered;
      },
      catchUp: () => caughtUp.promise,
    };
    const state = {} as OfficeState;
    const hello = () =>
      ({ type: 'hello', at: 0, seq: delivered, protocolVersion: 1, state }) as const;
    const replay = {
      lastSeq: async () => logged,
      reaches: async (seq: number) => seq <= logged,
      bytesAfter: () => pagesOf([]),
      after: () => pagesOf([[{ seq: logged, payloadJson: JSON.stringify(log(logged)) }]]),
    };
    hub = new SocketHub(
      feed as unknown as EventFeed,
      { hello },
      new MissedEvents(
        replay,
        new StoreRetry(new SystemClock(), logger),
        new ReplayLine(new TimeSlices()),
      ),
      new ConnectedClients(),
      { connections: { pingMs: 60_000, commandsPerSocket: 16 } } as OfficeConfig,
      repeater,
      logger,
    );
    hub.onApplicationBootstrap();
    subscribeListeners(bus, hub);
    for (let joined = 0; joined < others; joined += 1) join(new CostlySocket(), null);
  });
  afterEach(() => {
    repeater.onModuleDestroy();
    hub.onModuleDestroy();
  });

  function join(socket: SlowSocket, since: number | null): SocketPeer {
    const stream = socket as unknown as Writable;
    return hub.join('socket_1', { socket: socket as unknown as WebSocket, stream }, since);
  }

  it('sends a socket that has not joined none of the events that wait for the others', async () => {
    bus.publish(log(100));
    bus.publish(log(101));
    const socket = new SlowSocket();
    const peer = join(socket, 105);
    peer.send({ type: 'error', at: 0, message: 'refused' });
    expect(socket.take()).toEqual(['error']);
    caughtUp.resolve();
    while (socket.sent.length === 0) await new Promise(setImmediate);
    expect(socket.take()).toEqual(['hello 99']);
  });

  it.each([
    ['what it knows', 105],
    ['what it was just sent', 99],
  ])('closes a socket if this process does not learn of %s in time', async (_, since) => {
    [logged, delivered] = [105, 99];
    const socket = new SlowSocket();
    caughtUp.promise.catch(() => undefined);
    caughtUp.reject(new Error('out of reach'));
    join(socket, since);
    const taken: string[] = [];
    while (socket.closeCode === undefined) {
      socket.readAll();
      taken.push(...socket.take());
      await new Promise(setImmediate);
    }
    expect(socket.closeCode).toBe(1013);
    expect(taken).toEqual(since === 99 ? ['hello 99', 'log 105'] : []);
  });

  it('replays nothing after a number that was never given out, though it is given out meanwhile', async () => {
    logged = 110;
    const socket = new SlowSocket();
    join(socket, 105);
    caughtUp.resolve();
    while (socket.sent.length === 0) await new Promise(setImmediate);
    bus.publish(log(100));
    while (socket.sent.length < 2) await new Promise(setImmediate);
    expect(socket.take()).toEqual(['hello 99', 'log 100']);
    expect(socket.closeCode).toBeUndefined();
  });

  it('sends no state older than what was replayed, but a present one after the replay', async () => {
    logged = 105;
    const socket = new SlowSocket();
    const peer = join(socket, 99);
    const taken: string[] = [];
    while (taken.length < 2) {
      taken.push(...socket.take());
      await new Promise(setImmediate);
    }
    expect(taken).toEqual(['hello 99', 'log 105']);
    const asked = [peer.sendHello(), peer.sendHello()];
    expect(socket.take()).toEqual([]);
    delivered = 105;
    caughtUp.resolve();
    socket.readAll();
    await Promise.all(asked);
    expect(socket.take()).toEqual(['hello 105']);
  });

  it('sends one that joins meanwhile what comes after its first frame', async () => {
    bus.publish(log(100));
    bus.publish(log(101));
    const socket = new SlowSocket();
    join(socket, null);
    bus.publish(log(102));
    while (socket.sent.length < 2) await new Promise(setImmediate);
    expect(socket.take()).toEqual(['hello 99', 'log 102']);
  });

  it('hands every socket what waits before it closes them', () => {
    const socket = new SlowSocket();
    join(socket, null);
    bus.publish(log(100));
    bus.publish(log(101));
    expect(socket.take()).toEqual(['hello 99', 'log 100']);
    hub.onModuleDestroy();
    expect(socket.take()).toEqual(['log 101']);
    expect(socket.closeCode).toBe(1001);
  });
});
