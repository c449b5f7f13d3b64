import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { setImmediate as nextTick } from 'node:timers/promises';
import { describeOnPostgres } from '#test/runs/support/describe-on-postgres.js';
import { openReplicas, openStore, type Store } from '#test/runs/support/open-store.js';
import { expectLogMatches, lastNumber } from '#test/runs/support/expect-log-matches.js';
import { testDatabases } from '#test/support/test-databases.js';
import type { ServerEvent } from '../../protocol/events.js';
import type { EventDraft } from '../events/drafts.js';
import { OfficeDocumentEntity, OfficeDocuments } from './office-documents.js';
import type { Tx } from './tx.js';

const log = (message: string): EventDraft => ({ type: 'log', level: 'info', scope: 's', message });
const messageOf = (event: ServerEvent): string =>
  event.type === 'log' ? event.message : event.type;

const write = async (store: Store, tx: Tx, key: string): Promise<void> => {
  const stored = await new OfficeDocuments(store.clock).lock(tx, key);
  await stored.write({});
};

describe.each(testDatabases)('transactions on $name', ({ url }) => {
  const opened = openStore(url);

  const keysOf = async (store: Store): Promise<readonly string[]> => {
    const rows = await store.dataSource.manager.find(OfficeDocumentEntity, {
      order: { key: 'ASC' },
    });
    return rows.map(({ key }) => key);
  };

  it('announce what they published after the commit, in its order', async () => {
    const store = opened();
    const before = await lastNumber(store);
    const answer = await store.transactions.run(async (tx) => {
      tx.publish(log('one'), log('two'));
      await nextTick();
      tx.publish(log('three'));
      expect(store.events).toEqual([]);
      return 'answer';
    });
    expect(answer).toBe('answer');
    expect(store.events.map((event) => [event.seq, messageOf(event)])).toEqual([
      [before + 1, 'one'],
      [before + 2, 'two'],
      [before + 3, 'three'],
    ]);
    await expectLogMatches(store);
  });

  it('make their state visible before events are announced', async () => {
    const store = opened();
    const order: string[] = [];
    const seen: Promise<readonly string[]>[] = [];
    const subscription = store.bus.on('log', 'reader', () => {
      order.push('announced');
      seen.push(keysOf(store));
    });
    await store.transactions.run(async (tx) => {
      tx.afterCommit(() => order.push('after commit'));
      await write(store, tx, 'visible');
      tx.publish(log('written'));
    });
    subscription.unsubscribe();
    expect(order).toEqual(['after commit', 'announced']);
    expect(await seen[0]).toContain('visible');
  });

  it('leave no trace when they throw: no state, no event, no number, no callback', async () => {
    const store = opened();
    const before = await lastNumber(store);
    let called = false;
    const failing = store.transactions.run(async (tx) => {
      tx.afterCommit(() => (called = true));
      await write(store, tx, 'gone');
      tx.publish(log('never'));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(called).toBe(false);
    expect(store.events).toEqual([]);
    expect(await lastNumber(store)).toBe(before);
    expect(await keysOf(store)).not.toContain('gone');
  });

  it('leave no trace when an event cannot be stored', async () => {
    const store = opened();
    const endless: { self?: unknown } = {};
    endless.self = endless;
    const failing = store.transactions.run(async (tx) => {
      await write(store, tx, 'endless');
      tx.publish(log('fine'), { type: 'org.updated', workspaceId: 'w', org: endless } as never);
    });
    await expect(failing).rejects.toThrow(TypeError);
    expect(store.events).toEqual([]);
    expect(await keysOf(store)).not.toContain('endless');
    await expectLogMatches(store);
  });

  it('do not drag each other down: one that fails beside others fails alone', async () => {
    const store = opened();
    const { promise: mayFail, resolve: fail } = Promise.withResolvers<void>();
    const failing = store.transactions.run(async (tx) => {
      await write(store, tx, 'a-fails');
      tx.publish(log('a'));
      await mayFail;
      throw new Error('a failed');
    });
    const other = store.transactions.run(async (tx) => {
      await write(store, tx, 'b-stays');
      tx.publish(log('b'));
    });
    await nextTick();
    fail();
    await expect(failing).rejects.toThrow('a failed');
    await other;
    expect(store.events.map(messageOf)).toEqual(['b']);
    const keys = await keysOf(store);
    expect(keys).toContain('b-stays');
    expect(keys).not.toContain('a-fails');
  });

  it('can be begun by a subscriber while an event is announced', async () => {
    const store = opened();
    let nested: Promise<void> = Promise.resolve();
    const subscription = store.bus.on('log', 'echo', ({ message }) => {
      if (message !== 'first') return;
      nested = store.transactions.run(async (tx) => tx.publish(log('echo')));
    });
    await store.transactions.run(async (tx) => tx.publish(log('first'), log('second')));
    await nested;
    subscription.unsubscribe();
    expect(store.events.map(messageOf)).toEqual(['first', 'second', 'echo']);
    await expectLogMatches(store);
  });

  it('take more events than one statement holds', async () => {
    const store = opened();
    const before = await lastNumber(store);
    const drafts = Array.from({ length: 1203 }, (_, index) => log(`${index}`));
    await store.transactions.run(async (tx) => tx.publish(...drafts));
    expect(store.events.map(messageOf)).toEqual(drafts.map((_, index) => `${index}`));
    expect(await lastNumber(store)).toBe(before + 1203);
    await expectLogMatches(store);
  });

  it('without events take no number', async () => {
    const store = opened();
    const before = await lastNumber(store);
    await store.transactions.run(async (tx) => write(store, tx, 'quiet'));
    expect(await lastNumber(store)).toBe(before);
  });

  it('tell one story, however many run at once and whichever of them fail', async () => {
    const plan = fc.record({
      events: fc.nat(3),
      pausesBefore: fc.nat(3),
      pausesAfter: fc.nat(3),
      fails: fc.boolean(),
      shares: fc.boolean(),
    });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { maxLength: 12 }), async (plans) => {
        const store = opened();
        store.events.length = 0;
        const prefix = `${round++}/`;
        const name = (index: number): string => prefix + String(index).padStart(2, '0');
        const runs = plans.map(({ events, pausesBefore, pausesAfter, fails, shares }, index) =>
          store.transactions[shares ? 'share' : 'run'](async (tx) => {
            for (let pause = 0; pause < pausesBefore; pause++) await nextTick();
            await write(store, tx, name(index));
            for (let event = 0; event < events; event++) tx.publish(log(`${name(index)}/${event}`));
            for (let pause = 0; pause < pausesAfter; pause++) await nextTick();
            if (fails) throw new Error('failed');
          }),
        );
        const outcomes = await Promise.allSettled(runs);
        expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(
          plans.map((p) => p.fails),
        );
        const kept = plans.flatMap(({ fails }, index) => (fails ? [] : [name(index)]));
        const written = (await keysOf(store)).filter((key) => key.startsWith(prefix));
        expect(written).toEqual(kept);
        await expectLogMatches(store);
      }),
      { numRuns: 25 },
    );
  });
});

describeOnPostgres('two replicas on one database', (url) => {
  const replicas = openReplicas(url, 2);
  const [first, second] = [replicas(0), replicas(1)];

  it('share one sequence of numbers, and each announces all of it in order', async () => {
    const work = (store: Store, name: string) =>
      Array.from({ length: 20 }, (_, index) =>
        store.transactions.run(async (tx) => {
          if (index % 3 === 0) await nextTick();
          tx.publish(log(`${name}${index}`), log(`${name}${index}`));
          if (index % 5 === 4) throw new Error('failed');
        }),
      );
    const both = [...work(first(), 'a'), ...work(second(), 'b')];
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(8);
    await Promise.all([first().feed.catchUp(), second().feed.catchUp()]);
    for (const store of [first(), second()]) {
      expect(store.events).toHaveLength(64);
      await expectLogMatches(store);
    }
  });

  it('work side by side until they number their events', async () => {
    let inside = 0;
    const { promise: bothInside, resolve: open } = Promise.withResolvers<void>();
    const meet = (store: Store) =>
      store.transactions.run(async (tx) => {
        tx.publish(log('met'));
        if (++inside === 3) open();
        await bothInside;
      });
    await Promise.all([meet(first()), meet(first()), meet(second())]);
    await Promise.all([first().feed.catchUp(), second().feed.catchUp()]);
    expect([first().events.length, second().events.length]).toEqual([3, 3]);
  });

  it.each(['run', 'share'] as const)(
    'that wait for each other are done again: %s',
    async (way) => {
      let tries = 0;
      const { promise: bothInside, resolve: open } = Promise.withResolvers<void>();
      const cross = (store: Store, one: string, other: string) =>
        store.transactions[way](async (tx) => {
          await write(store, tx, one);
          if (++tries === 2) open();
          await bothInside;
          await write(store, tx, other);
        });
      await Promise.all([cross(first(), 'left', 'right'), cross(second(), 'right', 'left')]);
      expect(tries).toBeGreaterThan(2);
    },
    30_000,
  );
});
