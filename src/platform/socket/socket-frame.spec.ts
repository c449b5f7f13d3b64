import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { deflatedFrame, textFrame } from './socket-frame.js';

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

describe('deflatedFrame', () => {
  it('is read as the same text by a socket that takes deflated messages, each on its own', async () => {
    const texts = ['', 'short', 'word '.repeat(40_000), '[1,2]'.repeat(100)];
    const http = createServer();
    const server = new WebSocketServer({ server: http, perMessageDeflate: true });
    const sent: number[] = [];
    server.on('connection', (_socket, { socket: stream }) => {
      for (const text of texts) {
        const bytes = textFrame(Buffer.from(text));
        const deflated = deflatedFrame({ type: 'hello', seq: 1, bytes });
        sent.push(deflated.length);
        // An uncompressed frame may come between.
        stream.write(Buffer.concat([deflated, bytes]));
      }
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
    const received: string[] = [];
    await new Promise<void>((resolve) =>
      client.on('message', (data: Buffer) => {
        received.push(data.toString());
        if (received.length === 2 * texts.length) resolve();
      }),
    );
    client.terminate();
    server.close();
    http.close();
    expect(received).toEqual(texts.flatMap((text) => [text, text]));
    expect(sent[2]).toBeLessThan(2000);
  });
});
