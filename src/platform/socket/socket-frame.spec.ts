import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from './socket-frame.js';

describe('textFrame', () => {
  it('is read as one text message at every boundary of its length', async () => {
    const lengths = [0, 1, 125, 126, 65_535, 65_536, 200_000];
    const http = createServer();
    const server = new WebSocketServer({ server: http });
    server.on('connection', (_socket, { socket: stream }) => {
      for (const length of lengths) stream.write(textFrame(Buffer.alloc(length, 'x')));
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
    const received: number[] = [];
    await new Promise<void>((resolve) =>
      client.on('message', (data: Buffer, isBinary) => {
        received.push(isBinary ? -1 : data.length);
        if (received.length === lengths.length) resolve();
      }),
    );
    client.terminate();
    server.close();
    http.close();
    expect(received).toEqual(lengths);
  });
});
