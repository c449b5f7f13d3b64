import { describe, expect, it, jest } from '@jest/globals';
import { expectOneStory } from '../../../test/runs/support/one-story.js';
import { openStore, type Store } from '../../../test/runs/support/open-store.js';
import type { ServerEvent } from '../../protocol/events.js';
import type { EventDraft } from '../events/drafts.js';
import { EmbeddedConnection } from './embedded-connection.js';
import { OfficeDocuments } from './office-documents.js';
import type { Tx } from './tx.js';

const log = (message: string): EventDraft => ({ type: 'log', level: 'info', scope: 's', message });
const messageOf = (event: ServerEvent): string =>
  event.type === 'log' ? event.message : event.type;

describe('transactions that share a commit', () => {
  const opened = openStore('sqlite');
  const documents = (store: Store): OfficeDocuments =>
    new OfficeDocuments(store.dataSource, store.clock);

  /** Does the work and answers how many commits it took. */
  async function commitsOf(store: Store, work: () => Promise<unknown>): Promise<number> {
    const embedded = EmbeddedConnection.of(store.dataSource) as EmbeddedConnection;
    const run = jest.spyOn(embedded, 'run');
    try {
      await work();
      return run.mock.calls.filter(([text]) => text === 'COMMIT').length;
    } finally {
      run.mockRestore();
    }
  }

  it('are made together, and announced one after another', async () => {
    const store = opened();
    const order: string[] = [];
    const work = (name: string) =>
      store.transactions.share(async (tx) => {
        tx.afterCommit(() => order.push(`${name} is true, ${store.events.length} told`));
        tx.publish(log(name));
      });
    const commits = await commitsOf(store, () => Promise.all([work('a'), work('b'), work('c')]));
    expect(commits).toBe(1);
    expect(order).toEqual(['a is true, 0 told', 'b is true, 1 told', 'c is true, 2 told']);
    expect(store.events.map(messageOf)).toEqual(['a', 'b', 'c']);
    await expectOneStory(store);
  });

  it('are done again without one that fails, and know only who is still before them', async () => {
    const store = opened();
    const told: string[] = [];
    const names = new Map<Tx, string>();
    const before = new Map<string, readonly string[]>();
    const work = (name: string, fails = false) =>
      store.transactions.share(async (tx) => {
        names.set(tx, name);
        before.set(
          name,
          tx.before.map((each) => names.get(each) ?? 'a stranger'),
        );
        tx.afterCommit(() => told.push(name));
        await documents(store).write(tx, name, {});
        tx.publish(log(name));
        if (fails) throw new Error(`${name} failed`);
      });
    const outcomes = await Promise.allSettled([work('a'), work('b', true), work('c'), work('d')]);
    expect(
      outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason)),
    ).toEqual([false, 'Error: b failed', false, false]);
    expect(before.get('d')).toEqual(['a', 'c']);
    expect(told).toEqual(['a', 'c', 'd']);
    expect(store.events.map(messageOf)).toEqual(['a', 'c', 'd']);
    await expectOneStory(store);
  });

  it('leave one alone that may not share', async () => {
    const store = opened();
    const nothing = async (): Promise<void> => {};
    const { transactions } = store;
    const commits = await commitsOf(store, () =>
      Promise.all([
        transactions.share(nothing),
        transactions.run(nothing),
        transactions.share(nothing),
        transactions.share(nothing),
      ]),
    );
    expect(commits).toBe(3);
  });

  it('fail together when the store does, and leave no trace', async () => {
    const store = opened();
    const work = (key: string) =>
      store.transactions.share(async (tx) => {
        await documents(store).write(tx, key, { text: 'x'.repeat(100_000) });
        tx.publish(log(key));
      });
    await store.dataSource.query('PRAGMA max_page_count = 1');
    const outcomes = await Promise.allSettled([
      store.transactions.share(async (tx) => tx.publish(log('small'))),
      work('large'),
      work('larger'),
    ]);
    await store.dataSource.query('PRAGMA max_page_count = 1000000');
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(store.events).toEqual([]);
    await expectOneStory(store);
    await work('after all');
    expect(store.events.map(messageOf)).toEqual(['after all']);
  });
});
