import { describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { expectLogMatches } from '#test/runs/support/expect-log-matches.js';
import { openStore, type Store } from '#test/runs/support/open-store.js';
import { testDatabases } from '#test/support/test-databases.js';
import type { ServerEvent } from '../../protocol/events.js';
import type { EventDraft } from '../events/drafts.js';
import { EmbeddedConnection } from './embedded-connection.js';
import { OfficeDocumentEntity, OfficeDocuments } from './office-documents.js';
import { Statement } from './statement.js';
import { isStoreFailure } from './store-failure.js';
import type { Tx } from './tx.js';

const log = (message: string): EventDraft => ({ type: 'log', level: 'info', scope: 's', message });
const messageOf = (event: ServerEvent): string =>
  event.type === 'log' ? event.message : event.type;

describe.each(testDatabases)('transactions that share a commit on $name', ({ url }) => {
  const opened = openStore(url);

  async function write(store: Store, tx: Tx, key: string, document: object): Promise<void> {
    const stored = await new OfficeDocuments(store.clock).lock(tx, key);
    await stored.write(document);
  }

  /** Does the work and returns the number of commits it took. */
  async function commitsOf(store: Store, work: () => Promise<unknown>): Promise<number> {
    const embedded = EmbeddedConnection.of(store.dataSource);
    const statements =
      embedded === null ? jest.spyOn(pg.Client.prototype, 'query') : jest.spyOn(embedded, 'run');
    try {
      await work();
      const sent: readonly unknown[] = statements.mock.calls.map(([text]) => text as unknown);
      return sent.filter((text) => text === 'COMMIT').length;
    } finally {
      statements.mockRestore();
    }
  }

  /** Makes the store fail from here on, inside a member of the group. */
  async function breakStore({ manager }: Tx): Promise<void> {
    const isFile = url === 'sqlite';
    await manager.query(
      isFile ? 'PRAGMA max_page_count = 1' : 'SELECT pg_terminate_backend(pg_backend_pid())',
    );
  }
  async function mendStore({ dataSource }: Store): Promise<void> {
    if (url === 'sqlite') await dataSource.query('PRAGMA max_page_count = 1000000');
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
    await expectLogMatches(store);
  });

  it('are done again without one that fails, and see only what those before them wrote', async () => {
    const store = opened();
    const told: string[] = [];
    const seen = new Map<string, readonly string[]>();
    const work = (name: string, fails = false) =>
      store.transactions.share(async (tx) => {
        const rows = await tx.manager.find(OfficeDocumentEntity, { order: { key: 'ASC' } });
        seen.set(
          name,
          rows.map(({ key }) => key),
        );
        tx.afterCommit(() => told.push(name));
        await write(store, tx, name, {});
        tx.publish(log(name));
        if (fails) throw new Error(`${name} failed`);
      });
    const outcomes = await Promise.allSettled([work('a'), work('b', true), work('c'), work('d')]);
    expect(
      outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason)),
    ).toEqual([false, 'Error: b failed', false, false]);
    expect(seen.get('d')).toEqual(['a', 'c']);
    expect(told).toEqual(['a', 'c', 'd']);
    expect(store.events.map(messageOf)).toEqual(['a', 'c', 'd']);
    await expectLogMatches(store);
  });

  it('leave one alone that may not share, whatever waits behind it', async () => {
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
    expect(commits).toBe(2);
  });

  it('are done again without one whose statement fails, though it did not wait for it', async () => {
    const store = opened();
    const work = (name: string, fails = false) =>
      store.transactions.share(async (tx) => {
        tx.publish(log(name));
        await insertDocument.send(tx.manager, [fails ? 'of a' : `of ${name}`]);
        await tx.manager.find(OfficeDocumentEntity);
      });
    const outcomes = await Promise.allSettled([work('a'), work('b', true), work('c')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { name: 'QueryFailedError' } });
    expect(store.events.map(messageOf)).toEqual(['a', 'c']);
    await expectLogMatches(store);
  });

  it('are retried one by one where the failed member is unknown', async () => {
    const store = opened();
    const endless: { self?: unknown } = {};
    endless.self = endless;
    const work = (name: string, more: readonly EventDraft[] = []) =>
      store.transactions.share(async (tx) => tx.publish(log(name), ...more));
    const unreadable = { type: 'org.updated', workspaceId: 'w', org: endless } as never;
    const outcomes = await Promise.allSettled([work('a'), work('b', [unreadable]), work('c')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(store.events.map(messageOf).toSorted()).toEqual(['a', 'c']);
    await expectLogMatches(store);
  });

  it('complete events of one row one after another, in the order of the rows', async () => {
    const store = opened();
    const order: string[] = [];
    const work = (name: string, rows: readonly string[]) =>
      store.transactions.share(async (tx) => {
        for (const row of rows) {
          tx.publishLate(row, async () => {
            order.push(`${row} of ${name} begins`);
            await tx.manager.query('SELECT 1');
            order.push(`${row} of ${name} ends`);
            return [log(`${name}/${row}`)];
          });
        }
        tx.publish(log(name));
      });
    await Promise.all([work('a', ['y', 'x']), work('b', ['x'])]);
    const ofRow = (row: string) => order.filter((line) => line.startsWith(row));
    expect(ofRow('x')).toEqual(['x of a begins', 'x of a ends', 'x of b begins', 'x of b ends']);
    expect(order.filter((line) => line.endsWith('a begins'))).toEqual([
      'x of a begins',
      'y of a begins',
    ]);
    expect(store.events.map(messageOf)).toEqual(['a/y', 'a/x', 'a', 'b/x', 'b']);
    await expectLogMatches(store);
  });

  it('fail together when the store does, and leave no trace', async () => {
    const store = opened();
    const work = (key: string, breaks = false) =>
      store.transactions.share(async (tx) => {
        if (breaks) await breakStore(tx);
        await write(store, tx, key, { text: 'x'.repeat(100_000) });
        tx.publish(log(key));
      });
    const outcomes = await Promise.allSettled([
      store.transactions.share(async (tx) => tx.publish(log('small'))),
      work('large'),
      work('larger', true),
    ]);
    await mendStore(store);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    for (const outcome of outcomes) {
      expect(outcome.status === 'rejected' && isStoreFailure(outcome.reason)).toBe(true);
    }
    expect(store.events).toEqual([]);
    await expectLogMatches(store);
    await work('after all');
    expect(store.events.map(messageOf)).toEqual(['after all']);
  });
});

/** Fails if the key already has a row. */
const insertDocument = new Statement(
  "INSERT INTO office_documents (key, document_json, updated_at) VALUES (?, '{}', 1)",
);
