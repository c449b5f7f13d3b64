import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EventBus } from '../../src/platform/events/event-bus.js';
import type { ServerEvent } from '../../src/protocol/events.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { ProbeModule } from './probe/probe.module.js';

const megabyte = 'x'.repeat(1024 * 1024);

const delta = (index: number): ServerEvent => ({
  type: 'turn.delta',
  at: index,
  runId: 'run',
  turnId: 'turn',
  text: megabyte,
});

/** Numbered and kept, unlike streamed text. */
const line = (index: number): ServerEvent => ({
  type: 'log',
  at: index,
  level: 'info',
  scope: 'test',
  message: megabyte,
});

describe('a socket that reads slowly', () => {
  let office: RunningOffice;
  let bus: EventBus;
  let slow: OfficeSocket;
  let quick: OfficeSocket;

  beforeEach(async () => {
    office = await startOffice({ root: (bootContext) => ProbeModule.on(bootContext) });
    bus = office.app.get(EventBus);
    slow = await office.client.connect();
    quick = await office.client.connect();
    slow.socket.pause();
  });

  afterEach(() => office.close());

  /** Announces one event after the other, at the pace of the quick socket. */
  async function announce(count: number, make: (index: number) => ServerEvent): Promise<void> {
    for (let index = 1; index <= count; index += 1) {
      const event = make(index);
      bus.publish(event);
      await quick.waitFor(event.type, ({ at }) => at === index);
    }
  }

  it('loses streamed text, keeps what is numbered, and gets one hello once it has caught up', async () => {
    await announce(20, delta);
    await announce(2, line);
    expect(quick.ofType('turn.delta')).toHaveLength(20);
    slow.socket.resume();
    await slow.waitFor('hello', (hello) => hello !== slow.events[0]);
    await slow.settle();
    expect(slow.ofType('turn.delta').length).toBeLessThan(20);
    expect(slow.ofType('log').map(({ at }) => at)).toEqual([1, 2]);
    expect(slow.ofType('hello')).toHaveLength(2);
    expect(quick.ofType('hello')).toHaveLength(1);
  });

  it('is as good as any other afterwards', async () => {
    await announce(20, delta);
    slow.socket.resume();
    await slow.waitFor('hello', (hello) => hello !== slow.events[0]);
    bus.publish({ ...delta(21), at: 21 });
    await slow.waitFor('turn.delta', ({ at }) => at === 21);
  });

  it('is closed with 1013 when numbered events exceed its buffer, and other sockets are not slowed down', async () => {
    const closed = slow.closed();
    await announce(40, line);
    expect(quick.ofType('log')).toHaveLength(40);
    slow.socket.resume();
    expect(await closed).toBe(1013);
    await quick.settle();
  });
});
