import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { admitUnusualRequests, answerClientErrors } from './client-errors.js';

const request = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
const noHttp = 'this is no HTTP\r\n\r\n';

describe('a client that breaks the protocol', () => {
  let server: Server;
  let client: Socket;

  beforeEach(async () => {
    server = createServer((_request, response) => void response.end(Buffer.alloc(50_000_000)));
    answerClientErrors(server, 2000);
    admitUnusualRequests(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => undefined);
  });

  afterEach(async () => {
    client.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  it('is cut off when it does not read the answer that was begun before', async () => {
    client.pause();
    const connection = once(server, 'connection') as Promise<[Socket]>;
    const asked = once(server, 'request');
    client.write(request);
    const [socket] = await connection;
    await asked;
    client.write(noHttp);
    await once(socket, 'close');
    expect(client.bytesRead).toBe(0);
  });

  it('gets that answer whole, and then the refusal, when it reads', async () => {
    let bytes = 0;
    let end = '';
    client.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      end = (end + chunk.toString('latin1')).slice(-200);
    });
    client.write(request + noHttp);
    await once(client, 'close');
    expect(bytes).toBeGreaterThan(50_000_000);
    expect(end).toContain('The request was not valid HTTP.');
  });
});
