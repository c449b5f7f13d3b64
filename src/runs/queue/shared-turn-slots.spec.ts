import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { describeOnPostgres } from '#test/runs/support/describe-on-postgres.js';
import { openReplicas, type Store } from '#test/runs/support/open-store.js';
import { subscribeListeners } from '../../platform/events/office-listeners.js';
import { RandomIds } from '../../platform/ids.js';
import { Repeater } from '../../platform/repeater.js';
import type { SettingsService } from '../../settings/settings.service.js';
import { LeaseHoldersRepository } from './lease-holders.repository.js';
import { TurnSlotsRepository } from './turn-slots.repository.js';
import type { Slot } from './turn-slots.js';
import type { LeaseKeeper } from './lease-keeper.js';
import { SharedTurnSlots } from './shared-turn-slots.js';

const leaseMs = 600_000;
const never = new AbortController().signal;

describeOnPostgres('places on a floor that two replicas share', (url) => {
  const replicas = openReplicas(url, 2);
  const stores = [replicas(0), replicas(1)] as const;
  const holders = new LeaseHoldersRepository();
  let limit: number;
  let opened: Repeater[];

  beforeEach(async () => {
    limit = 1;
    opened = [];
    await stores[0]().dataSource.query('DELETE FROM turn_slots');
  });
  afterEach(() => opened.forEach((repeater) => repeater.onModuleDestroy()));

  async function slotsOf(store: Store, owner: string): Promise<SharedTurnSlots> {
    await store.transactions.run((tx) => holders.renew(tx, owner, leaseMs));
    const settings = {
      read: async () => ({ maxConcurrency: limit }),
    } as unknown as SettingsService;
    const repeater = new Repeater(store.clock, store.logger);
    const slots = new SharedTurnSlots(
      store.transactions,
      new TurnSlotsRepository(),
      { owner, inFleet: true } as LeaseKeeper,
      settings,
      new RandomIds(),
      repeater,
      store.logger,
    );
    slots.onModuleInit();
    subscribeListeners(store.bus, slots);
    opened.push(repeater);
    return slots;
  }

  const both = (): Promise<[SharedTurnSlots, SharedTurnSlots]> =>
    Promise.all([slotsOf(stores[0](), 'here'), slotsOf(stores[1](), 'there')]);

  /** Resolves when this many slots were requested or are held. */
  async function asked(count: number): Promise<void> {
    const { dataSource } = stores[0]();
    const rows = (): Promise<unknown[]> => dataSource.query('SELECT id FROM turn_slots');
    while ((await rows()).length < count) continue;
  }

  it('go to who asked first, on whichever replica, as soon as one is free', async () => {
    const [here, there] = await both();
    const order: string[] = [];
    const slots = new Map<string, Slot | null>();
    const ask = async (from: SharedTurnSlots, name: string): Promise<void> => {
      slots.set(name, await from.acquire('floor', never));
      order.push(name);
    };
    await ask(here, 'first');
    const second = ask(there, 'second');
    await asked(2);
    const third = ask(here, 'third');
    await asked(3);
    expect(order).toEqual(['first']);
    slots.get('first')?.release();
    await second;
    expect(order).toEqual(['first', 'second']);
    slots.get('second')?.release();
    await third;
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('are never more than the limit, and none is lost', async () => {
    limit = 3;
    const [here, there] = await both();
    const all = [here, there, here].map((slots) => slots.acquire('floor', never));
    for (const slot of await Promise.all(all)) slot?.release();
    let working = 0;
    let most = 0;
    const turn = async (slots: SharedTurnSlots): Promise<void> => {
      const slot = await slots.acquire('floor', never);
      most = Math.max(most, ++working);
      await new Promise((resolve) => setImmediate(resolve));
      working -= 1;
      slot?.release();
    };
    await Promise.all(Array.from({ length: 40 }, (_, index) => turn(index % 2 ? here : there)));
    expect(most).toBeLessThanOrEqual(limit);
  });

  it('are counted for each floor by itself, and given up by those who are cancelled', async () => {
    const [here, there] = await both();
    const held = await here.acquire('ground', never);
    expect(await there.acquire('first', never)).not.toBeNull();
    const leaving = new AbortController();
    const gone = there.acquire('ground', leaving.signal);
    await asked(3);
    leaving.abort();
    expect(await gone).toBeNull();
    const next = there.acquire('ground', never);
    held?.release();
    expect(await next).not.toBeNull();
  });

  it('are free when the leases of their replica have run out', async () => {
    const [here, there] = await both();
    await here.acquire('floor', never);
    const next = there.acquire('floor', never);
    await asked(2);
    await stores[0]().dataSource.query(
      "UPDATE lease_holders SET expires_at = 0 WHERE owner = 'here'",
    );
    expect(await next).not.toBeNull();
  });

  it('let those who wait in when the limit is raised', async () => {
    const [here, there] = await both();
    await here.acquire('floor', never);
    const next = there.acquire('floor', never);
    await asked(2);
    limit = 2;
    expect(await next).not.toBeNull();
  });
});
