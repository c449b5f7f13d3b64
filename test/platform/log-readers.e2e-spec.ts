import { on, once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { WebSocket } from 'ws';
import type { ServerEvent } from '../../src/protocol/events.js';
import { HealthSampler } from '../support/health-sampler.js';
import { ServiceProcess } from '../support/service-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

interface Log {
  readonly events: number;
  readonly bytes: number;
}

/** Of the size of an organisation with a few dozen people. */
const ofOrganisations: Log = { events: 400, bytes: 100_000 };
const ofLines: Log = { events: 30_000, bytes: 400 };
const ofGiants: Log = { events: 3, bytes: 12_000_000 };

describe('readers of the log', () => {
  const directory = temporaryDirectory();
  const opened: WebSocket[] = [];
  let database: string;
  let service: ServiceProcess;

  beforeEach(async () => {
    database = join(directory(), `office-${opened.length}-${Date.now()}.sqlite`);
    service = await ServiceProcess.start({ OFFICE_DB: database });
  });

  afterEach(async () => {
    for (const socket of opened.splice(0)) socket.terminate();
    await service.kill();
  });

  /** The service again, on a log that has grown, with so much of heap. */
  async function restart(log: Log, heapMb: number): Promise<number> {
    await service.kill();
    lengthen(database, log);
    const NODE_OPTIONS = `--max-old-space-size=${heapMb}`;
    service = await ServiceProcess.start({ OFFICE_DB: database, NODE_OPTIONS });
    return (await service.client.connect()).ofType('hello')[0]?.seq ?? 0;
  }

  /** Paused, so that no message comes before somebody listens. */
  async function open(since: number): Promise<WebSocket> {
    const socket = new WebSocket(`ws://127.0.0.1:${service.client.port}/ws?since=${since}`);
    opened.push(socket);
    socket.on('error', () => undefined);
    socket.once('open', () => socket.pause());
    await once(socket, 'open');
    return socket;
  }

  async function openIdle(count: number): Promise<WebSocket[]> {
    const sockets: WebSocket[] = [];
    while (sockets.length < count) {
      const some = Array.from({ length: Math.min(50, count - sockets.length) }, () => open(1));
      sockets.push(...(await Promise.all(some)));
    }
    return sockets;
  }

  /** Reads to the number, and answers the numbers that came. */
  async function readTo(last: number, since = 1): Promise<number[]> {
    const socket = await open(since);
    const numbers: number[] = [];
    const incoming = messages(socket);
    socket.resume();
    for await (const [data] of incoming) {
      const { seq, type } = JSON.parse(data.toString()) as ServerEvent;
      if (type === 'hello' || seq === undefined) continue;
      numbers.push(seq);
      if (seq >= last) break;
    }
    return numbers;
  }

  it.each([
    [300, 400, ofOrganisations],
    [30, 250, ofGiants],
    [400, 1000, ofLines],
  ])(
    'that read nothing, %d of them at a heap of %d MB, neither end the service nor keep others waiting',
    async (count, heapMb, log) => {
      const last = await restart(log, heapMb);
      await openIdle(count);
      const numbers = await readTo(last);
      expect(numbers).toEqual(
        Array.from({ length: numbers.length }, (_, n) => (numbers[0] ?? 0) + n),
      );
      expect(numbers.length).toBeGreaterThanOrEqual(log.events);
      service.assertRunning();
      expect((await service.client.get('/api/health')).status).toBe(200);
    },
    300_000,
  );

  it.each([ofOrganisations, ofLines])(
    'that read, five of them, leave loop and health to others and get what happens meanwhile: %j',
    async (log) => {
      const last = await restart(log, 1000);
      await service.measure();
      const health = HealthSampler.begin(service.client.port);
      const began = performance.now();
      const readers = Array.from({ length: 5 }, () => readTo(last + 20));
      for (let n = 1; n <= 20; n += 1) {
        await service.client.put('/api/settings', { maxConcurrency: (n % 16) + 1 });
      }
      const all = await Promise.all(readers);
      const tookMs = performance.now() - began;
      const waits = await health.end();
      const { heldMs } = await service.measure();
      for (const numbers of all) {
        expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(numbers.length).toBeGreaterThanOrEqual(log.events + 20);
      }
      expect(heldMs).toBeLessThan(100);
      // Who shares the machine makes all of it slower alike.
      const inOrder = waits.toSorted((one, other) => one - other);
      expect(inOrder[Math.floor(inOrder.length / 2)]).toBeLessThan(250);
      expect(inOrder.at(-1)).toBeLessThan(Math.min(2000, tookMs / 3));
    },
    300_000,
  );

  it('get hello alone when they missed too much', async () => {
    const last = await restart({ events: 700, bytes: 100_000 }, 400);
    expect((await readTo(last, last - 100)).length).toBe(100);
    const socket = await open(1);
    const first = once(socket, 'message') as Promise<[Buffer]>;
    socket.resume();
    const [hello] = await first;
    expect(JSON.parse(hello.toString())).toMatchObject({ type: 'hello', seq: last });
    const next = once(socket, 'message') as Promise<[Buffer]>;
    await service.client.put('/api/settings', { maxConcurrency: 3 });
    const [event] = await next;
    expect(JSON.parse(event.toString())).toMatchObject({ type: 'settings.updated', seq: last + 1 });
  }, 300_000);
});

function messages(socket: WebSocket): AsyncIterable<[Buffer]> {
  return on(socket, 'message', { close: ['close'] }) as AsyncIterable<[Buffer]>;
}

/** Adds so many events of such a size. */
function lengthen(file: string, { events, bytes }: Log): void {
  const database = new Database(file);
  database.function('frame', (seq: number) =>
    JSON.stringify({ type: 'log', at: 1, level: 'info', scope: 'test', message: '', seq }).replace(
      '"message":""',
      `"message":"${'x'.repeat(bytes)}"`,
    ),
  );
  database.exec(`
    WITH RECURSIVE added(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM added WHERE n < ${events})
    INSERT INTO events (seq, run_id, type, payload_json, at)
      SELECT last + n, NULL, 'log', frame(last + n), ${Date.now()} FROM added, event_counter;
    UPDATE event_counter SET last = last + ${events};
  `);
  database.close();
}
