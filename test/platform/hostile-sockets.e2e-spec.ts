import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { ServiceProcess } from '../support/service-process.js';

/** An answer to a handshake that is none of a socket. */
interface Refused {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly body: unknown;
}

/** Slow and hostile clients of the built service: each meets a bound, and the others notice nothing. */
describe('hostile sockets', () => {
  let service: ServiceProcess;
  const opened: WebSocket[] = [];

  afterEach(async () => {
    for (const socket of opened.splice(0)) socket.terminate();
    await service.kill();
  });

  function open(options: { readonly autoPong?: boolean } = {}): Promise<WebSocket> {
    const socket = new WebSocket(`ws://127.0.0.1:${service.client.port}/ws`, options);
    opened.push(socket);
    socket.on('error', () => undefined);
    return once(socket, 'open').then(() => socket);
  }

  /** The answer to a handshake that must not become a socket. */
  async function refused(): Promise<Refused> {
    const handshake = request({
      port: service.client.port,
      host: '127.0.0.1',
      path: '/ws',
      headers: {
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    }).end();
    const [response] = (await once(handshake, 'response')) as [IncomingMessage];
    const chunks = await Array.fromAsync(response as AsyncIterable<Buffer>);
    return {
      status: response.statusCode,
      retryAfter: response.headers['retry-after'],
      body: JSON.parse(Buffer.concat(chunks).toString()),
    };
  }

  it('are refused beyond the places of their address, which come back', async () => {
    service = await ServiceProcess.start({ OFFICE_MAX_SOCKETS_PER_ADDRESS: '2' });
    const [first] = [await open(), await open()];
    expect(await refused()).toEqual({
      status: 429,
      retryAfter: '5',
      body: {
        error:
          'This address has 2 sockets open, as many as it may have (OFFICE_MAX_SOCKETS_PER_ADDRESS). Close some first.',
      },
    });
    first.close();
    await once(first, 'close');
    await service.client.get('/api/health');
    await open();
    expect((await refused()).status).toBe(429);
  });

  it('are refused beyond the places of the office, whose routes go on answering', async () => {
    service = await ServiceProcess.start({ OFFICE_MAX_SOCKETS: '1' });
    await open();
    expect(await refused()).toEqual({
      status: 503,
      retryAfter: '5',
      body: {
        error:
          'This office has 1 sockets open, as many as it takes (OFFICE_MAX_SOCKETS). Try again later.',
      },
    });
    expect((await service.client.get('/api/health')).status).toBe(200);
  });

  it('are closed when they send more than a frame may have', async () => {
    service = await ServiceProcess.start();
    const honest = await service.client.connect();
    const socket = await open();
    const closed = once(socket, 'close') as Promise<[number]>;
    socket.send('x'.repeat(10_000_000));
    expect((await closed)[0]).toBe(1009);
    await honest.settle();
  });

  it('are cut when they answer no ping, and others stay', async () => {
    service = await ServiceProcess.start({ OFFICE_SOCKET_PING_MS: '500' });
    const honest = await service.client.connect();
    const silent = await open({ autoPong: false });
    await once(silent, 'close');
    await honest.settle();
  });

  it('find the door closed beyond the connections of the office, which come back', async () => {
    service = await ServiceProcess.start({ OFFICE_MAX_CONNECTIONS: '3' });
    const honest = await service.client.connect();
    const idle: Socket[] = [];
    for (let each = 0; each < 6; each += 1) {
      idle.push(connect(service.client.port, '127.0.0.1').on('error', () => undefined));
    }
    // Two of the six found a place beside the honest one.
    await Promise.all(idle.slice(2).map((each) => each.resume() && once(each, 'close')));
    await honest.waitFor('log', ({ message }) =>
      message.startsWith('connections are closed unanswered: 3 are open'),
    );
    for (const each of idle) each.destroy();
    await honest.settle();
  });

  it('are read no further while they leave their answers unread', async () => {
    service = await ServiceProcess.start();
    const socket = await open();
    socket.pause();
    // Each is answered with its own text: in all almost twice of what may wait for a socket.
    const type = 'x'.repeat(10_000);
    for (let n = 0; n < 3000; n += 1) socket.send(JSON.stringify({ type }));
    const honest = await service.client.connect();
    await honest.settle();
    let answers = 0;
    socket.on('message', (data: Buffer) => (answers += data.length > type.length ? 1 : 0));
    const closed = once(socket, 'close').then(() => 'closed');
    socket.resume();
    while (answers < 3000) {
      expect(await Promise.race([closed, honest.settle()])).not.toBe('closed');
    }
  }, 60_000);

  it('take nothing from another socket: silence, floods and a thousand at once', async () => {
    service = await ServiceProcess.start({ OFFICE_COMMANDS_PER_SOCKET: '4' });
    const { client } = service;
    const honest = await client.connect();
    const before = await service.measure();
    const silent = await many(1000, () => open());
    for (const socket of silent) socket.pause();
    const floods = await many(10, () => open());
    const counts = floods.map(answersOf);
    for (const flood of floods) {
      for (let n = 0; n < floodCommands; n += 1) flood.send('{"type":"cancel","runId":"none"}');
    }
    for (let n = 0; n < 5; n += 1) {
      const text = `fact ${n}`;
      honest.send({ type: 'rememberFact', scope: 'installation', kind: 'decision', text });
      await honest.waitFor('memory.created', ({ fact }) => fact.text === text);
    }
    // It had to wait for the few commands of each that were under way, not for all that were sent.
    expect(Math.max(...counts.map((count) => count()))).toBeLessThan(floodCommands);
    expect(honest.ofType('hello')).toHaveLength(1);
    const numbers = honest.ofType('memory.created').map(({ seq = 0 }) => seq);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
    expect((await client.get('/api/health')).status).toBe(200);
    for (const socket of [...silent, ...floods]) socket.terminate();
    await Promise.all(silent.map((socket) => once(socket, 'close')));
    await honest.settle();
    const after = await service.measure();
    expect(after.heapBytes).toBeLessThan(1.5 * before.heapBytes);
  }, 120_000);
});

/** Of each flood: many times what may be under way while the five facts are written. */
const floodCommands = 1000;

/** So many, a hundred at a time. */
async function many<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  while (all.length < count) {
    const portion = Math.min(100, count - all.length);
    all.push(...(await Promise.all(Array.from({ length: portion }, make))));
  }
  return all;
}

/** How many of its commands a socket has had answered so far. */
function answersOf(socket: WebSocket): () => number {
  let count = 0;
  socket.on('message', (data: Buffer) => {
    if (data.length < 300 && data.includes('is not running')) count += 1;
  });
  return () => count;
}
