import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import fc from 'fast-check';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { EventLog } from '../../src/platform/events/event-log.js';
import { HelloSource } from '../../src/platform/socket/hello-source.js';
import { SocketHub } from '../../src/platform/socket/socket-hub.js';
import { unhandledCommandTypes } from '../../src/protocol/commands.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { ProbeHello, ProbeModule } from './probe/probe.module.js';

const malformed = 'Malformed command: not valid JSON.';

describe('the socket', () => {
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeAll(async () => {
    office = await startOffice({ root: (bootContext) => ProbeModule.on(bootContext) });
  });

  beforeEach(async () => {
    socket = await office.client.connect();
  });

  afterEach(() => office.client.closeSockets());

  afterAll(() => office.close());

  /** The text of the error frame that a frame is answered with. */
  async function refusalOf(frame: string | Buffer): Promise<string | undefined> {
    const errors = socket.ofType('error').length;
    socket.sendRaw(frame);
    await socket.settle();
    return socket.ofType('error')[errors]?.message;
  }

  it('takes one frame of a client in a turn of the event loop, however many came together', async () => {
    const resyncs = 300;
    let answered = 0;
    let most = 0;
    const source = office.app.get(HelloSource);
    const state = source.hello();
    const hello = jest.spyOn(source, 'hello').mockImplementation(() => {
      answered += 1;
      return state;
    });
    let since = 0;
    const turns = (): void => {
      most = Math.max(most, answered - since);
      since = answered;
      if (answered < resyncs) setImmediate(turns);
    };
    setImmediate(turns);
    for (let sent = 0; sent < resyncs; sent += 1) socket.send({ type: 'resync' });
    await socket.settle();
    hello.mockRestore();
    expect(answered).toBe(resyncs);
    expect(most).toBeLessThanOrEqual(2);
  });

  it.each([
    ['a bad key', 'GET', { 'sec-websocket-key': '!' }, 400, 'Sec-WebSocket-Key'],
    [
      'a version of its own',
      'GET',
      { 'sec-websocket-version': '99' },
      400,
      'Sec-WebSocket-Version',
    ],
    ['another method', 'POST', {}, 405, 'method'],
  ])(
    'refuses an upgrade with %s in words, as JSON',
    async (_what, method, headers, status, word) => {
      const upgrade = request({
        port: office.port,
        path: '/ws?since=nonsense&since=2',
        method,
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          ...headers,
        },
      });
      upgrade.end();
      const [answer] = (await once(upgrade, 'response')) as [IncomingMessage];
      expect(answer.statusCode).toBe(status);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'sec-websocket-version': '13',
      });
      const { error } = (await json(answer)) as { readonly error: string };
      expect(error).toMatch(/^The request to open a socket is refused: .+\.$/);
      expect(error).toContain(word);
    },
  );

  it('begins with one hello that carries the state and the last number', () => {
    expect(socket.events).toEqual([
      {
        type: 'hello',
        at: expect.any(Number),
        seq: expect.any(Number),
        protocolVersion: 1,
        state: { version: 'probe' },
      },
    ]);
  });

  it('answers ping with a pong that carries only a time, to the asker alone', async () => {
    const other = await office.client.connect();
    socket.send({ type: 'ping' });
    const pong = await socket.waitFor('pong');
    expect(Object.keys(pong)).toEqual(['type', 'at']);
    await other.settle();
    expect(other.ofType('pong')).toHaveLength(1);
  });

  it('answers resync with the whole state, to the asker alone', async () => {
    const other = await office.client.connect();
    socket.send({ type: 'resync' });
    await socket.settle();
    await other.settle();
    expect(socket.ofType('hello')).toHaveLength(2);
    expect(other.ofType('hello')).toHaveLength(1);
  });

  it.each(['', '{', 'null', '[]', '7', '"ping"', 'true', 'ping', '[{"type":"ping"}]'])(
    'calls %j malformed',
    async (frame) => {
      expect(await refusalOf(frame)).toBe(malformed);
    },
  );

  it('calls a binary frame malformed, even one that spells a command', async () => {
    expect(await refusalOf(Buffer.from('{"type":"ping"}'))).toBe(malformed);
  });

  it.each([
    ['{"type":"dance"}', 'dance'],
    ['{"type":"Ping"}', 'Ping'],
    ['{"type":"constructor"}', 'constructor'],
    ['{"type":"__proto__"}', '__proto__'],
    ['{}', 'undefined'],
    ['{"type":null}', 'null'],
    ['{"type":7}', '7'],
    ['{"type":{"toString":1}}', '{"toString":1}'],
    ['{"Type":"ping"}', 'undefined'],
  ])('does not know the command in %s', async (frame, name) => {
    expect(await refusalOf(frame)).toBe(`Unknown command "${name}".`);
  });

  it.each(unhandledCommandTypes)('leaves %s to its HTTP route', async (type) => {
    expect(await refusalOf(JSON.stringify({ type }))).toBe(`Unknown command "${type}".`);
  });

  it('checks a payload against the shape of its command', async () => {
    expect(await refusalOf('{"type":"submit"}')).toBe('A "word" is required.');
    expect(await refusalOf('{"type":"submit","word":"a","times":"2"}')).toBe(
      '"times" must be a number.',
    );
    expect(await refusalOf('{"type":"submit","word":"a","x":1}')).toBe('{"word":"a"}');
  });

  it('answers a command that came too late to the asker alone, and logs nothing', async () => {
    const other = await office.client.connect();
    const lines = office.log.length;
    expect(await refusalOf('{"type":"cancel","runId":"x"}')).toBe('Run "x" is not running.');
    await other.settle();
    expect(other.ofType('error')).toEqual([]);
    expect(office.log.slice(lines)).toEqual([]);
  });

  it('answers a refused command with the reason, and logs it for everyone to see', async () => {
    const other = await office.client.connect();
    const reason = 'A "word" is required.';
    expect(await refusalOf('{"type":"submit"}')).toBe(reason);
    const message = `command "submit" failed: ${reason}`;
    const log = await other.waitFor('log', (event) => event.message === message);
    expect(log).toMatchObject({ level: 'error', scope: 'ws', seq: expect.any(Number) });
    expect(other.ofType('error')).toEqual([]);
    // What a client got wrong is no fault of the service: there is no stack to read.
    expect(office.log.at(-1)).toBe(`ERROR [ws] ${message}`);
  });

  it('answers an exception with its message, and logs it for everyone to see', async () => {
    const other = await office.client.connect();
    expect(await refusalOf('{"type":"chat"}')).toBe('boom');
    const log = await other.waitFor('log', ({ scope }) => scope === 'ws');
    expect(log).toMatchObject({
      level: 'error',
      scope: 'ws',
      message: 'command "chat" failed: boom',
      seq: expect.any(Number),
    });
    expect(other.ofType('error')).toEqual([]);
  });

  it('refuses a frame that is too large, and goes on', async () => {
    const frame = JSON.stringify({ type: 'ping', padding: 'x'.repeat(256 * 1024) });
    expect(await refusalOf(frame)).toBe('Command too large: a frame holds at most 256 KB.');
    expect(await refusalOf('x'.repeat(2_000_000))).toContain('Command too large');
  });

  it('sends every event to all sockets as the same bytes, in one order', async () => {
    const other = await office.client.connect();
    const events = office.app.get(EventLog);
    await events.append(
      { type: 'usage', employeeId: 'first', lifetime: { turns: 1 } as never },
      { type: 'usage', employeeId: 'second', lifetime: { turns: 2 } as never },
    );
    const isSecond = ({ employeeId }: { employeeId: string }): boolean => employeeId === 'second';
    await Promise.all([socket.waitFor('usage', isSecond), other.waitFor('usage', isSecond)]);
    const usage = (frames: readonly string[]) => frames.filter((text) => text.includes('"usage"'));
    expect(usage(socket.frames)).toHaveLength(2);
    expect(usage(other.frames)).toEqual(usage(socket.frames));
    expect(socket.ofType('usage').map(({ employeeId }) => employeeId)).toEqual(['first', 'second']);
  });

  it('survives any frame at all, and so does everything else', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      fc
        .record({ type: fc.constantFrom('submit', 'cancel', 'chat', 'ping'), word: fc.jsonValue() })
        .map((command) => JSON.stringify(command)),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (frame) => {
        const before = socket.events.length;
        socket.sendRaw(frame);
        await socket.settle();
        expect(socket.events.length).toBeGreaterThan(before);
      }),
      { numRuns: 300 },
    );
  }, 30_000);

  it('ends only the connection whose bytes are no frames', async () => {
    const broken = await office.client.connect();
    const closed = broken.closed();
    // A reserved bit that no extension claimed, behind the back of the client's library.
    (broken.socket as unknown as { _socket: NodeJS.WritableStream })._socket.write(
      Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
    );
    expect(await closed).toBe(1002);
    await socket.settle();
  });

  it('closes a connection that it has no state for, and logs why', async () => {
    const source = office.app.get(ProbeHello);
    source.fault = new Error('no state today');
    await expect(office.client.connect()).rejects.toThrow('1011');
    source.fault = undefined;
    expect(office.log.join('\n')).toContain(
      'ERROR [ws] the state could not be assembled: no state today',
    );
    await socket.settle();
  });

  it('terminates a peer that sends no pong between two heartbeats', async () => {
    const hub = office.app.get(SocketHub);
    const dead = await office.client.connect();
    const closed = dead.closed();
    dead.socket.pause();
    hub.beat();
    await once(socket.socket, 'ping');
    await socket.settle();
    hub.beat();
    dead.socket.resume();
    expect(await closed).toBe(1006);
    await socket.settle();
  });

  it('serves only what is announced while it is connected', async () => {
    const left = await office.client.connect();
    await left.close();
    await socket.settle();
    office.app
      .get(EventBus)
      .publish({ type: 'turn.delta', at: 1, runId: 'r', turnId: 't', text: 'x' });
    await socket.waitFor('turn.delta');
    expect(left.ofType('turn.delta')).toEqual([]);
  });
});

describe('a closing office', () => {
  it('closes every socket with 1001', async () => {
    const office = await startOffice({ root: (bootContext) => ProbeModule.on(bootContext) });
    const sockets = [await office.client.connect(), await office.client.connect()];
    const codes = Promise.all(sockets.map((socket) => socket.closed()));
    await office.close();
    expect(await codes).toEqual([1001, 1001]);
  });
});
