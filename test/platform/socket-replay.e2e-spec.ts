import { setImmediate as immediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { EventLog } from '../../src/platform/events/event-log.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { ProbeModule } from './probe/probe.module.js';

describe('/ws?since=<seq>', () => {
  let office: RunningOffice;
  let events: EventLog;

  beforeAll(async () => {
    office = await startOffice({ root: (bootContext) => ProbeModule.on(bootContext) });
    events = office.app.get(EventLog);
    for (let index = 0; index < 20; index += 1) await append(50);
  });

  afterAll(() => office.close());

  const append = (count: number): Promise<void> =>
    events.append(
      ...Array.from({ length: count }, (_, index) => ({
        type: 'log' as const,
        level: 'info' as const,
        scope: 'test',
        message: `${index}`,
      })),
    );

  const since = (seq: number | string): Promise<OfficeSocket> =>
    office.client.connect({ path: `/ws?since=${seq}` });

  const numbers = (socket: OfficeSocket): number[] =>
    socket.ofType('log').map(({ seq = 0 }) => seq);

  /** `from` to `to`, both included. */
  const range = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);

  const received = (socket: OfficeSocket, number: number): Promise<unknown> =>
    socket.waitFor('log', ({ seq }) => seq === number);

  it('sends hello first, then everything that was missed, in order', async () => {
    const last = await events.lastSeq();
    const socket = await since(3);
    await received(socket, last);
    expect(socket.events[0]).toMatchObject({ type: 'hello', seq: last });
    expect(numbers(socket)).toEqual(range(4, last));
  });

  it('sends the very bytes that were sent the first time', async () => {
    const live = await office.client.connect();
    const last = await events.lastSeq();
    await append(2);
    await received(live, last + 2);
    const late = await since(last);
    await received(late, last + 2);
    expect(late.frames.slice(1)).toEqual(live.frames.slice(1));
  });

  it('goes on live without gap or repeat while events keep coming', async () => {
    const from = (await events.lastSeq()) - 700;
    let connected = false;
    const appending = (async () => {
      while (!connected) {
        await append(7);
        // The embedded store never yields to the event loop, so without this nothing else would run.
        await immediate();
      }
    })();
    const sockets = await Promise.all([since(from), since(from), since(from + 1)]);
    await received(sockets[0], from + 701);
    connected = true;
    await appending;
    const last = await events.lastSeq();
    await Promise.all(sockets.map((socket) => received(socket, last)));
    expect(numbers(sockets[0])).toEqual(range(from + 1, last));
    expect(numbers(sockets[1])).toEqual(range(from + 1, last));
    expect(numbers(sockets[2])).toEqual(range(from + 2, last));
  });

  it('has nothing to replay to whoever missed nothing', async () => {
    const last = await events.lastSeq();
    const socket = await since(last);
    await append(1);
    await received(socket, last + 1);
    expect(numbers(socket)).toEqual([last + 1]);
  });

  it.each(['', 'abc', '-1', '1.5', '99999999', '99999999999999999999', '1e3', '%00'])(
    'sends hello alone for a number that it never gave out: %j',
    async (seq) => {
      const last = await events.lastSeq();
      const socket = await since(seq);
      await append(1);
      await received(socket, last + 1);
      expect(numbers(socket)).toEqual([last + 1]);
    },
  );

  it('sends hello alone when what was missed is no longer kept', async () => {
    await office.app.get(DataSource).query('DELETE FROM events WHERE seq <= 10');
    const last = await events.lastSeq();
    const [tooOld, oldest] = await Promise.all([since(9), since(10)]);
    await append(1);
    await Promise.all([received(tooOld, last + 1), received(oldest, last + 1)]);
    expect(numbers(tooOld)).toEqual([last + 1]);
    expect(numbers(oldest)).toEqual(range(11, last + 1));
  });

  it('still goes live when the store cannot be read', async () => {
    const query = office.app.get(DataSource);
    await query.query('ALTER TABLE event_counter RENAME TO mislaid');
    const socket = await since(5);
    await socket.settle();
    await query.query('ALTER TABLE mislaid RENAME TO event_counter');
    const last = await events.lastSeq();
    await append(1);
    await received(socket, last + 1);
    expect(office.log.join('\n')).toContain('WARN [ws] events after 5 could not be replayed');
  });
});
