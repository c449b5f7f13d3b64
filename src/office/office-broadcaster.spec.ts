import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sampleRun } from '../../test/support/sample-records.js';
import { SystemClock } from '../platform/clock.js';
import { EventBus } from '../platform/events/event-bus.js';
import { subscribeListeners } from '../platform/events/office-listeners.js';
import { OfficeLogger } from '../platform/logging/office-logger.js';
import { ConnectedClients } from '../platform/socket/connected-clients.js';
import type { ServerEvent } from '../protocol/events.js';
import type { OfficeState } from '../protocol/records/office.js';
import { OfficeBroadcaster } from './office-broadcaster.js';
import type { OfficeStateService } from './office-state.service.js';

const unseen = { type: 'internal.live-state.changed' } as const;
const changed: ServerEvent = { type: 'run.created', at: 1, run: sampleRun() };

describe('OfficeBroadcaster', () => {
  const clock = new SystemClock();
  let bus: EventBus;
  let clients: ConnectedClients;
  let broadcaster: OfficeBroadcaster;
  let assembled: number;
  let received: string[];

  beforeEach(() => {
    assembled = 0;
    received = [];
    bus = new EventBus(new OfficeLogger({ clock, level: 'error' }));
    clients = new ConnectedClients();
    clients.joined();
    const state = { current: () => ({ version: String((assembled += 1)) }) as OfficeState };
    broadcaster = new OfficeBroadcaster(
      state as unknown as OfficeStateService,
      bus,
      clients,
      clock,
    );
    subscribeListeners(bus, broadcaster);
    bus.subscribe('sockets', (event) => {
      received.push(event.type === 'office.updated' ? `state ${event.state.version}` : event.type);
    });
  });
  afterEach(() => broadcaster.onModuleDestroy());

  it('follows the event with the state at once, before the next event', () => {
    bus.publish(changed);
    bus.publish({ type: 'log', at: 1, level: 'info', scope: 's', message: 'm' });
    expect(received).toEqual(['run.created', 'state 1', 'log']);
  });

  it('sends one more frame for all further changes of the same turn', async () => {
    for (let count = 0; count < 10; count += 1) bus.publish(changed);
    bus.publish(unseen);
    expect(assembled).toBe(1);
    // A turn of the event loop prolonged by load is followed by a rest, so the frame may be several
    // turns away.
    while (assembled < 2) await nextTurn();
    expect(received.at(-1)).toBe('state 2');
    await nextTurn();
    await nextTurn();
    expect(assembled).toBe(2);
  });

  it('sends no second state while the first waits to be delivered', async () => {
    clients.waiting();
    bus.publish(changed);
    bus.publish(changed);
    await nextTurn();
    await nextTurn();
    expect(assembled).toBe(1);
    clients.delivered();
    while (assembled < 2) await nextTurn();
    expect(received.at(-1)).toBe('state 2');
  });

  it('sends nothing more once the service closes', async () => {
    clients.waiting();
    bus.publish(changed);
    bus.publish(changed);
    await nextTurn();
    broadcaster.onModuleDestroy();
    clients.delivered();
    expect(assembled).toBe(1);
  });

  it('leaves time to others where a frame is costly', async () => {
    const held = { ms: 0 };
    bus.on('office.updated', 'a costly reader', () => {
      const begun = performance.now();
      while (performance.now() - begun < 30) continue;
      held.ms += performance.now() - begun;
    });
    const begun = performance.now();
    while (assembled < 8) {
      bus.publish(changed);
      await nextTurn();
    }
    expect(held.ms / (performance.now() - begun)).toBeLessThan(0.75);
  });

  it('sends nothing more when nothing more changed', async () => {
    bus.publish(unseen);
    while (assembled < 1) await nextTurn();
    await nextTurn();
    await nextTurn();
    expect(assembled).toBe(1);
  });

  it('assembles nothing while nobody is connected', async () => {
    clients.left();
    bus.publish(changed);
    await nextTurn();
    expect(assembled).toBe(0);
  });

  it('is silent about events that leave the whole as it was', () => {
    bus.publish({ type: 'run.updated', at: 1, run: sampleRun({ status: 'running' }) });
    expect(received).toEqual(['run.updated']);
    bus.publish({ type: 'run.updated', at: 1, run: sampleRun({ status: 'done' }) });
    expect(received).toEqual(['run.updated', 'run.updated', 'state 1']);
  });
});
