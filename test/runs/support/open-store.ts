import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { DataSource } from 'typeorm';
import { entities } from '#entities.js';
import { dataSourceOptions } from '#platform/database/data-source.js';
import { Transactions } from '#platform/database/transactions.js';
import { EventBus } from '#platform/events/event-bus.js';
import { EventFeed } from '#platform/events/event-feed.js';
import { Projections } from '#platform/events/projections.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import type { ServerEvent } from '#protocol/events.js';
import { HandClock } from '../../support/organisations/open-organisations.js';
import { temporaryDatabase } from '../../support/temporary-database.js';

/** A process of the service as far as its store goes: a connection, transactions and a bus. */
export interface Store {
  readonly dataSource: DataSource;
  readonly transactions: Transactions;
  readonly bus: EventBus;
  readonly feed: EventFeed;
  readonly projections: Projections;
  readonly clock: HandClock;
  readonly logger: OfficeLogger;
  /** Every event that was announced since the test began. */
  readonly events: ServerEvent[];
  /** Every line of the log since the test began. */
  readonly lines: string[];
}

/**
 * A migrated database for the tests of the surrounding `describe`: in memory for `sqlite`, else a
 * new one on the server at `url`. Another store of the same server's database is another replica.
 */
export function openStore(url: string): () => Store {
  return openReplicas(url, 1)(0);
}

/** As many processes on one database; `sqlite` allows only one. */
export function openReplicas(url: string, count: number): (index: number) => () => Store {
  const database = temporaryDatabase(url, () => ':memory:');
  const stores: Store[] = [];
  beforeAll(async () => {
    for (let index = 0; index < count; index++) {
      const config = database();
      const options = dataSourceOptions(
        config.kind === 'postgres' ? config : { kind: 'memory' },
        entities,
      );
      stores.push(await storeOn(await new DataSource(options).initialize()));
    }
  });
  afterEach(() => {
    for (const { events, lines } of stores) {
      events.length = 0;
      lines.length = 0;
    }
  });
  afterAll(async () => {
    for (const { dataSource } of stores) await dataSource.destroy();
  });
  return (index) => () => {
    const store = stores[index];
    if (store === undefined) throw new Error('the store is not open yet');
    return store;
  };
}

/** A process of the service on a database that is open. */
export async function storeOn(dataSource: DataSource): Promise<Store> {
  const clock = new HandClock();
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const logger = new OfficeLogger({ clock, level: 'debug', sinks: { out: write, err: write } });
  const bus = new EventBus(logger);
  const events: ServerEvent[] = [];
  bus.subscribe('test', (event) => void events.push(event));
  const feed = new EventFeed(dataSource, bus);
  await feed.onModuleInit();
  const transactions = new Transactions(dataSource, feed, clock);
  return {
    dataSource,
    transactions,
    bus,
    feed,
    projections: new Projections(feed, transactions, logger),
    clock,
    logger,
    events,
    lines,
  };
}
