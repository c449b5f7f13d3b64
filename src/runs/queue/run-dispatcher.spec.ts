import { beforeEach, describe, expect, it } from '@jest/globals';
import { SystemClock } from '../../platform/clock.js';
import type { OfficeConfig } from '../../platform/config/office-config.js';
import { StoreRetry } from '../../platform/database/store-retry.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import type { ClaimedLease } from './leases.repository.js';
import { ActiveRuns, type RunWorker } from './run-worker.js';
import type { LeaseKeeper } from './lease-keeper.js';
import { type LookAtRun, RunQueue } from './run-queue.js';
import type { RunClaims } from './run-claims.js';
import { RunDispatcher } from './run-dispatcher.js';

const capacity = 2;
const clock = new SystemClock();
const logger = new OfficeLogger({ clock, level: 'error' });
const leaseOf = (runId: string): ClaimedLease => ({ runId, fence: 1, tries: 1 });

class FakeQueue extends RunQueue {
  look: LookAtRun = () => Promise.resolve('done');
  capacity = 0;

  override offer = (): void => undefined;
  override start = (look: LookAtRun): void => void (this.look = look);
  override announceCapacity = (runs: number): void => void (this.capacity = runs);
  override stop = (): Promise<void> => Promise.resolve();
  override close = (): Promise<void> => Promise.resolve();
}

describe('a dispatcher of runs', () => {
  let queue: FakeQueue;
  let dispatcher: RunDispatcher;
  /** Limits of the searches for runs, and their answers. */
  let limits: number[];
  let scans: PromiseWithResolvers<readonly ClaimedLease[]>[];
  let regained: () => void;
  let keeper: { -readonly [Name in keyof LeaseKeeper]?: LeaseKeeper[Name] };
  /** Runs that are worked on. */
  let atWork: string[];
  let started: Promise<void>;

  beforeEach(async () => {
    queue = new FakeQueue();
    limits = [];
    scans = [];
    const asked = Promise.withResolvers<void>();
    const claims: Partial<RunClaims> = {
      wakeAll: () => Promise.resolve(),
      claim: (runId) => Promise.resolve(leaseOf(runId)),
      claimFree: (limit) => {
        const scan = Promise.withResolvers<readonly ClaimedLease[]>();
        limits.push(limit);
        scans.push(scan);
        asked.resolve();
        return scan.promise;
      },
    };
    keeper = {
      term: 1,
      ttlMs: 600_000,
      onChange: (change) => void (regained = change.regained),
      retire: () => Promise.resolve(),
    };
    atWork = [];
    const worker: Partial<RunWorker> = {
      work: ({ runId }) => {
        atWork.push(runId);
        return new Promise(() => undefined);
      },
    };
    dispatcher = new RunDispatcher(
      claims as RunClaims,
      keeper as LeaseKeeper,
      new StoreRetry(clock, logger),
      worker as RunWorker,
      new ActiveRuns({ fleet: { capacity } } as OfficeConfig),
      queue,
      logger,
    );
    started = dispatcher.start();
    await asked.promise;
  });

  it('takes no others in the place of those that wait for a look-around', () => {
    expect(queue.capacity).toBe(capacity);
    void queue.look('run_1');
    regained();
    expect(queue.capacity).toBe(capacity - 1);
  });

  it('looks around when it is full too, for what it holds and does not work on', async () => {
    scans[0]?.resolve([leaseOf('run_1'), leaseOf('run_2')]);
    await started;
    expect(queue.capacity).toBe(0);
    regained();
    expect(limits).toEqual([capacity, 0]);
  });

  it('works on nothing that it claimed before its leases lapsed, and searches again', async () => {
    keeper.term = 2;
    regained();
    scans[0]?.resolve([leaseOf('run_1')]);
    await started;
    expect(limits).toEqual([capacity, capacity]);
    scans[1]?.resolve([leaseOf('run_2')]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(atWork).toEqual(['run_2']);
  });

  it('leaves to others what it was to look at when the process ended', async () => {
    const looked = queue.look('run_1');
    const ended = dispatcher.onModuleDestroy();
    scans[0]?.resolve([]);
    expect(await looked).toBe('no room');
    await ended;
  });
});
