import { entities } from '../../src/entities.js';
import type { DatabaseConfig } from '../../src/platform/config/office-config.js';
import { openDatabase } from '../../src/platform/database/open-database.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { EventBus } from '../../src/platform/events/event-bus.js';
import { EventFeed } from '../../src/platform/events/event-feed.js';
import { Projections } from '../../src/platform/events/projections.js';
import { OfficeLogger } from '../../src/platform/logging/office-logger.js';
import { Readiness } from '../../src/platform/process/readiness.js';
import type { Store } from '../../test/runs/support/open-store.js';
import { HandClock } from '../../test/support/organisations/open-organisations.js';

/** A database opened and configured as in the service, without the service. */
export async function openBenchStore(database: DatabaseConfig): Promise<Store> {
  const clock = new HandClock();
  const logger = new OfficeLogger({
    clock,
    level: 'error',
    sinks: { out: () => undefined, err: (line) => console.error(line) },
  });
  const { dataSource } = await openDatabase({
    database,
    connectTimeoutMs: 5000,
    entities,
    shared: false,
    log: logger.scope('store'),
    readiness: new Readiness(),
  });
  const bus = new EventBus(logger);
  const feed = new EventFeed(dataSource, bus);
  await feed.onModuleInit();
  const transactions = new Transactions(dataSource, feed, clock);
  const projections = new Projections(feed, transactions, logger);
  return { dataSource, transactions, bus, feed, projections, clock, logger, events: [], lines: [] };
}
