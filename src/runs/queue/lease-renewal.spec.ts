import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describeOnPostgres } from '#test/runs/support/describe-on-postgres.js';
import { openStore } from '#test/runs/support/open-store.js';
import { FreezableProxy } from '#test/support/freezable-proxy.js';
import { LeaseHoldersRepository } from './lease-holders.repository.js';
import { LeaseRenewal } from './lease-renewal.js';

const ttlMs = 1500;
/** Long enough for a thread to start and renew even on a busy machine, ms. */
const longTtlMs = 15_000;
/**
 * Our lease lapses a sixth of it before the database's, which is more than a busy machine is late,
 * ms.
 */
const lapsingTtlMs = 6000;
const owner = 'us';

describeOnPostgres('the renewal of leases', (url) => {
  const opened = openStore(url);
  const holders = new LeaseHoldersRepository();
  const started: LeaseRenewal[] = [];
  let proxy: FreezableProxy;

  beforeAll(async () => {
    proxy = await FreezableProxy.before(url);
  });
  afterEach(async () => {
    proxy.thaw();
    for (const renewal of started.splice(0)) await renewal.stop();
  });
  afterAll(() => proxy.close());

  async function start(ms = ttlMs): Promise<LeaseRenewal> {
    const { dataSource, transactions, logger } = opened();
    const { options } = dataSource;
    const own = options.type === 'postgres' ? (options.url ?? '') : '';
    const renewed = { url: proxy.through(own), owner, ttlMs: ms, group: null };
    const renewal = new LeaseRenewal(renewed, logger.scope('test'));
    started.push(renewal);
    const sentAt = process.hrtime.bigint();
    await transactions.run((tx) => holders.renew(tx, owner, ms));
    renewal.start(sentAt);
    return renewal;
  }

  /** How long the database protects our runs, ms. */
  async function leftMs(): Promise<number> {
    const [row] = await opened().dataSource.query<{ left: string }[]>(
      'SELECT expires_at - EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS left FROM lease_holders',
    );
    return Number(row?.left);
  }

  it('keeps leases standing, in one term', async () => {
    const renewal = await start(longTtlMs);
    const term = renewal.current();
    expect(term).not.toBeNull();
    const first = await leftMs();
    // The remaining time grows with a renewal.
    for (let before = first; ;) {
      const now = await leftMs();
      if (now > before) break;
      before = now;
    }
    expect(renewal.current()).toBe(term);
  });

  it('tells of a lapse while the database still keeps others away, and of the next renewal', async () => {
    const renewal = await start(lapsingTtlMs);
    const term = renewal.current();
    proxy.freeze();
    await once(renewal.changes, 'lapsed');
    expect(await leftMs()).toBeGreaterThan(0);
    expect(renewal.current()).toBeNull();
    proxy.thaw();
    await once(renewal.changes, 'regained');
    expect(renewal.current()).not.toBe(term);
    expect(await leftMs()).toBeGreaterThan(0);
  });

  it('says once that it fails, however long, and once that it works again', async () => {
    const renewal = await start();
    opened().lines.length = 0;
    proxy.freeze();
    await once(renewal.changes, 'lapsed');
    // Long enough for further failures, which must not be logged again.
    while (renewal.renewedAgoMs() < 3 * ttlMs) await nextTurn();
    proxy.thaw();
    await once(renewal.changes, 'regained');
    while (opened().lines.length < 2) await nextTurn();
    expect(opened().lines).toEqual([
      expect.stringMatching(/leases could not be renewed: .*; trying again$/),
      expect.stringMatching(/leases are renewed again$/),
    ]);
  });

  it('ends whenever it is told to, also while its thread is loading', async () => {
    for (let round = 0; round < 5; round++) await (await start()).stop();
    expect(opened().lines).toEqual([]);
  });
});
