import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Connection, type ConnectionStatus, type Gap } from './connection.js';

/** A socket controlled by the test. */
class FakeSocket extends EventTarget {
  static readonly dialled: FakeSocket[] = [];
  readonly sent: string[] = [];
  isClosed = false;

  constructor(readonly url: string) {
    super();
    FakeSocket.dialled.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.isClosed = true;
  }

  says(frame: object): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(frame) }));
  }
}

const hello = { type: 'hello', at: 1, seq: 3, protocolVersion: 1, state: {} };
const ping = JSON.stringify({ type: 'ping' });

describe('Connection', () => {
  let connection: Connection;
  const statuses: ConnectionStatus['phase'][] = [];
  const gaps: Gap[] = [];

  beforeEach(() => {
    jest.useFakeTimers();
    FakeSocket.dialled.length = 0;
    statuses.length = 0;
    gaps.length = 0;
    connection = new Connection(
      { url: 'http://office.example' },
      {
        onEvent: () => undefined,
        onGap: (gap) => gaps.push(gap),
        onStatus: ({ phase }) => statuses.push(phase),
      },
      {
        WebSocket: FakeSocket as unknown as typeof WebSocket,
        diagnose: () => Promise.resolve(null),
        random: () => 0,
      },
    );
  });
  afterEach(() => {
    connection.close();
    jest.useRealTimers();
  });

  it('pings every 25 s as long as it is answered', async () => {
    const [socket] = FakeSocket.dialled;
    socket?.says(hello);
    for (let pings = 1; pings <= 3; pings += 1) {
      await jest.advanceTimersByTimeAsync(25_000);
      expect(socket?.sent).toEqual(Array.from({ length: pings }, () => ping));
      socket?.says({ type: 'pong', at: 1 });
    }
    expect(socket?.isClosed).toBe(false);
  });

  it('takes a silent connection for dead, and dials again', async () => {
    const [socket] = FakeSocket.dialled;
    socket?.says(hello);
    await jest.advanceTimersByTimeAsync(50_000);
    expect(socket?.isClosed).toBe(true);
    await jest.advanceTimersByTimeAsync(250);
    expect(FakeSocket.dialled.map(({ url }) => url)).toEqual([
      'ws://office.example/ws',
      'ws://office.example/ws?since=3',
    ]);
    FakeSocket.dialled[1]?.says(hello);
    expect(statuses).toEqual(['connecting', 'online', 'waiting', 'connecting', 'online']);
  });

  it('dials again where no greeting comes', async () => {
    await jest.advanceTimersByTimeAsync(50_000);
    expect(FakeSocket.dialled[0]?.isClosed).toBe(true);
    await jest.advanceTimersByTimeAsync(250);
    FakeSocket.dialled[1]?.says(hello);
    expect(statuses).toEqual(['connecting', 'waiting', 'connecting', 'online']);
    await jest.advanceTimersByTimeAsync(25_000);
    expect(FakeSocket.dialled).toHaveLength(2);
  });

  it('keeps its number where a replica of the same history is behind', async () => {
    const fleet = { ...hello, historyId: 'one' };
    FakeSocket.dialled[0]?.says(fleet);
    FakeSocket.dialled[0]?.dispatchEvent(new Event('close'));
    await jest.advanceTimersByTimeAsync(250);
    FakeSocket.dialled[1]?.says({ ...fleet, seq: 2 });
    FakeSocket.dialled[1]?.dispatchEvent(new Event('close'));
    await jest.advanceTimersByTimeAsync(500);
    FakeSocket.dialled[2]?.says({ ...fleet, historyId: 'other', seq: 1 });
    FakeSocket.dialled[2]?.dispatchEvent(new Event('close'));
    await jest.advanceTimersByTimeAsync(500);
    expect(FakeSocket.dialled.slice(2).map(({ url }) => new URL(url).search)).toEqual([
      '?since=3&history=one',
      '?since=1&history=other',
    ]);
    expect(gaps).toEqual(['restarted']);
  });

  it('waits longer each time, and from the beginning after a success', async () => {
    for (const wait of [250, 500, 1000]) {
      FakeSocket.dialled.at(-1)?.dispatchEvent(new Event('close'));
      await jest.advanceTimersByTimeAsync(wait - 1);
      const before = FakeSocket.dialled.length;
      await jest.advanceTimersByTimeAsync(1);
      expect(FakeSocket.dialled).toHaveLength(before + 1);
    }
    FakeSocket.dialled.at(-1)?.says(hello);
    FakeSocket.dialled.at(-1)?.dispatchEvent(new Event('close'));
    await jest.advanceTimersByTimeAsync(250);
    expect(FakeSocket.dialled).toHaveLength(5);
  });

  it('does nothing more once it is closed', async () => {
    connection.close();
    FakeSocket.dialled[0]?.dispatchEvent(new Event('close'));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.dialled).toHaveLength(1);
    expect(connection.send({ type: 'ping' })).toBe(false);
    expect(statuses).toEqual(['connecting', 'closed']);
  });
});
