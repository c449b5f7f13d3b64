import { expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { describeOnPostgres } from '#test/runs/support/describe-on-postgres.js';
import { expectLogMatches } from '#test/runs/support/expect-log-matches.js';
import { type Store, storeOn } from '#test/runs/support/open-store.js';
import { addressOf } from '#test/support/created-database.js';
import { FreezableProxy } from '#test/support/freezable-proxy.js';
import { temporaryDatabase } from '#test/support/temporary-database.js';
import { entities } from '../../entities.js';
import type { EventDraft } from '../events/drafts.js';
import { dataSourceOptions, postgresConnections } from './data-source.js';
import { isStoreFailure } from './store-failure.js';
import { StoreRetry } from './store-retry.js';

/** Time after which the test's server counts as silent, ms. */
const answerMs = 3000;

const log = (message: string): EventDraft => ({ type: 'log', level: 'info', scope: 's', message });
const messages = Array.from({ length: 20 }, (_, number) => `${number}`);

describeOnPostgres('connections that die without a word', (url) => {
  const database = temporaryDatabase(url, () => '');

  it('fail what was sent on them, and whatever is tried again gets new ones', async () => {
    const proxy = await FreezableProxy.before(url);
    const behind = { kind: 'postgres', url: proxy.through(addressOf(database())) } as const;
    const options = dataSourceOptions(behind, entities, answerMs);
    const store = await storeOn(await new DataSource(options).initialize());
    const retry = new StoreRetry(store.clock, store.logger);
    const failures: unknown[] = [];
    const publish = async (message: string): Promise<void> => {
      try {
        await store.transactions.run(async (tx) => {
          if (message === messages[3] && failures.length === 0) proxy.abandon();
          tx.publish(log(message));
        });
      } catch (thrown) {
        failures.push(thrown);
        throw thrown;
      }
    };
    await openAll(store);
    const { signal } = new AbortController();
    await Promise.all(messages.map((message) => retry.persist(() => publish(message), signal)));
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter((thrown) => !isStoreFailure(thrown))).toEqual([]);
    const told = store.events.map((event) => (event.type === 'log' ? event.message : ''));
    expect(told.toSorted()).toEqual(messages.toSorted());
    await expectLogMatches(store);
    await store.dataSource.destroy();
    await proxy.close();
  }, 60_000);
});

/** Opening a connection would take longer. */
async function openAll({ dataSource }: Store): Promise<void> {
  const asked = Array.from({ length: postgresConnections }, () => dataSource.query('SELECT 1'));
  await Promise.all(asked);
}
