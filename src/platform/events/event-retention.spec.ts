import { beforeEach, describe, expect, it } from '@jest/globals';
import { openStore } from '#test/runs/support/open-store.js';
import { testDatabases } from '#test/support/test-databases.js';
import { loadConfig } from '../config/load-config.js';
import { Transactions } from '../database/transactions.js';
import { Repeater } from '../repeater.js';
import { EventEntity } from './event.entity.js';
import { EventRetention } from './event-retention.js';

const dayMs = 24 * 60 * 60 * 1000;

const configFor = (days: number) =>
  loadConfig({ env: { OFFICE_EVENT_RETENTION_DAYS: String(days) }, cwd: '/nowhere' });

describe.each(testDatabases)('event retention on $name', ({ url }) => {
  const opened = openStore(url);

  beforeEach(async () => {
    await opened().dataSource.query('DELETE FROM events');
  });

  /** Stores events of these ages in days, numbered from 1; the clock is at day 100. */
  async function storeAges(ages: readonly number[]): Promise<void> {
    const { dataSource, clock } = opened();
    clock.advance(100 * dayMs - clock.now());
    const rows = ages.map((age, index) => ({
      seq: index + 1,
      runId: null,
      type: 'log',
      payloadJson: '{}',
      at: clock.now() - age * dayMs,
    }));
    for (let from = 0; from < rows.length; from += 500) {
      await dataSource.manager.insert(EventEntity, rows.slice(from, from + 500));
    }
  }

  const repeater = (): Repeater => new Repeater(opened().clock, opened().logger);
  const retention = (days: number, transactions: Transactions = opened().transactions) =>
    new EventRetention(transactions, opened().clock, configFor(days), repeater(), opened().logger);

  async function numbersLeft(): Promise<readonly number[]> {
    const rows = await opened().dataSource.manager.find(EventEntity, { order: { seq: 'ASC' } });
    return rows.map(({ seq }) => seq);
  }

  it('deletes what is older than the window and keeps what is not', async () => {
    await storeAges([31, 30.5, 30, 29, 0]);
    expect(await retention(30).prune()).toBe(2);
    expect(await numbersLeft()).toEqual([3, 4, 5]);
  });

  it('has nothing to do in a young or an empty log', async () => {
    expect(await retention(30).prune()).toBe(0);
    await storeAges([1, 0]);
    expect(await retention(30).prune()).toBe(0);
    expect(await numbersLeft()).toEqual([1, 2]);
  });

  it('never tears a hole: behind a young event nothing is deleted, whatever its clock said', async () => {
    await storeAges([40, 29, 40, 0]);
    expect(await retention(30).prune()).toBe(1);
    expect(await numbersLeft()).toEqual([2, 3, 4]);
  });

  it('deletes in batches, so that others write in between', async () => {
    await storeAges([...Array.from({ length: 2300 }, () => 40), 1]);
    const { dataSource, feed, clock } = opened();
    const counting = new (class extends Transactions {
      count = 0;
      override run<T>(...args: Parameters<typeof Transactions.prototype.run<T>>): Promise<T> {
        this.count++;
        return super.run(...args);
      }
    })(dataSource, feed, clock);
    expect(await retention(30, counting).prune()).toBe(2300);
    expect(counting.count).toBe(3);
    expect(await numbersLeft()).toEqual([2301]);
  });
});

describe('event retention at boot', () => {
  const opened = openStore('sqlite');

  /** Boots with events of these ages, waits for the first pruning, and stops. */
  async function boot(days: number, transactions = opened().transactions): Promise<void> {
    const { clock, logger } = opened();
    const repeater = new Repeater(clock, logger);
    const config = configFor(days);
    const retention = new EventRetention(transactions, clock, config, repeater, logger);
    retention.onApplicationBootstrap();
    await opened().transactions.run(async () => {});
    await new Promise((resolve) => setImmediate(resolve));
    repeater.onModuleDestroy();
  }

  const storeOld = async (): Promise<void> => {
    const { dataSource, clock } = opened();
    clock.advance(100 * dayMs);
    await dataSource.manager.insert(EventEntity, {
      seq: 1,
      runId: null,
      type: 'log',
      payloadJson: '{}',
      at: 0,
    });
  };

  it('zero days keep everything', async () => {
    await storeOld();
    await boot(0);
    expect(await opened().dataSource.manager.count(EventEntity)).toBe(1);
    expect(opened().lines).toEqual([]);
  });

  it('says what it pruned, and how to keep everything', async () => {
    await boot(30);
    expect(await opened().dataSource.manager.count(EventEntity)).toBe(0);
    expect(opened().lines.join('\n')).toContain(
      'INFO [store] pruned 1 event(s) older than 30 day(s) (OFFICE_EVENT_RETENTION_DAYS=0 keeps everything)',
    );
  });

  it('says nothing when there was nothing to prune', async () => {
    await boot(30);
    expect(opened().lines).toEqual([]);
  });

  it('warns and goes on when the store fails', async () => {
    const broken = { run: () => Promise.reject(new Error('disk full')) } as unknown as Transactions;
    await boot(30, broken);
    expect(opened().lines.join('\n')).toContain(
      'WARN [store] old events could not be pruned: disk full',
    );
  });
});
