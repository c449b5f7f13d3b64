import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { OfficeSocket } from './office-socket.js';

/** A door that greets with the given number and keeps what it is sent. */
class Door {
  readonly server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  readonly received: unknown[] = [];
  private readonly visits: [WebSocket, IncomingMessage][] = [];
  private readonly expectant: ((visit: [WebSocket, IncomingMessage]) => void)[] = [];

  constructor() {
    this.server.on('connection', (socket, request) => {
      socket.on('message', (data) => this.received.push(JSON.parse((data as Buffer).toString())));
      const next = this.expectant.shift();
      if (next) next([socket, request]);
      else this.visits.push([socket, request]);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  visit(): Promise<[WebSocket, IncomingMessage]> {
    const early = this.visits.shift();
    return early ? Promise.resolve(early) : new Promise((resolve) => this.expectant.push(resolve));
  }
}

function frame(type: string, seq?: number): string {
  return JSON.stringify({ type, at: 1, seq });
}

describe('OfficeSocket', () => {
  let door: Door;
  let line: OfficeSocket;
  let heard: string[];
  let onHeard: () => void;
  let lost: Promise<void>;

  /** Resolves when this many events have come in all. */
  const hearing = (count: number) =>
    new Promise<void>((resolve) => {
      onHeard = () => {
        if (heard.length >= count) resolve();
      };
      onHeard();
    });

  beforeEach(async () => {
    door = new Door();
    await once(door.server, 'listening');
    heard = [];
    onHeard = () => undefined;
    lost = new Promise((resolve) => {
      const address = { url: door.url, headers: { authorization: 'Bearer s3cret' } };
      const onEvent = ({ type, seq }: { type: string; seq?: number }) => {
        heard.push(`${type} ${seq}`);
        onHeard();
      };
      line = new OfficeSocket(address, { onEvent, onLost: resolve }, [1, 1]);
    });
  });

  afterEach(() => {
    line.close();
    for (const client of door.server.clients) client.terminate();
    door.server.close();
  });

  it('shows its token at the door and passes events on', async () => {
    const [socket, request] = await door.visit();
    expect(request.url).toBe('/ws');
    expect(request.headers.authorization).toBe('Bearer s3cret');
    socket.send(frame('hello', 4));
    socket.send(frame('run.created', 5));
    await hearing(2);
    expect(heard).toEqual(['hello 4', 'run.created 5']);
  });

  it('asks for what it missed when the line drops', async () => {
    const [first] = await door.visit();
    first.send(frame('hello', 4));
    first.send(frame('run.created', 5));
    first.send(frame('turn.delta'));
    await hearing(3);
    first.terminate();
    const [, request] = await door.visit();
    expect(request.url).toBe('/ws?since=5');
  });

  it('asks for the rest of a replay that broke off, whatever the second hello said', async () => {
    const [first] = await door.visit();
    first.send(frame('hello', 4));
    await hearing(1);
    first.terminate();
    const [second, afterFirst] = await door.visit();
    expect(afterFirst.url).toBe('/ws?since=4');
    second.send(frame('hello', 9));
    second.send(frame('run.created', 5));
    await hearing(3);
    second.terminate();
    const [, afterSecond] = await door.visit();
    expect(afterSecond.url).toBe('/ws?since=5');
  });

  it('keeps a command until the office has said hello', async () => {
    line.send({ type: 'cancel', runId: 'run_1' });
    const [socket] = await door.visit();
    const arrived = once(socket, 'message');
    socket.send(frame('hello', 0));
    await arrived;
    expect(door.received).toEqual([{ type: 'cancel', runId: 'run_1' }]);
  });

  it('gives up when the line cannot be had again', async () => {
    const [socket] = await door.visit();
    socket.send(frame('hello', 0));
    await hearing(1);
    door.server.close();
    socket.terminate();
    await expect(lost).resolves.toBeUndefined();
  });
});
