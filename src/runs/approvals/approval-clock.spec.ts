import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Subscription } from 'rxjs';
import { openStore } from '#test/runs/support/open-store.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { StoreRetry } from '../../platform/database/store-retry.js';
import { subscribeListeners } from '../../platform/events/office-listeners.js';
import type { Approval } from '../../protocol/records/work.js';
import { ApprovalsRepository, type ApprovalWait, dueTime } from './approvals.repository.js';
import { AllowedSandboxes } from './allowed-sandboxes.js';
import { AllowedChecks } from './allowed-checks.js';
import { ApprovalClock } from './approval-clock.js';
import { ApprovalsService } from './approvals.service.js';

/** A store that fails on request. */
class FailingRows extends ApprovalsRepository {
  failing = false;
  unreadable = false;

  override waits(): Promise<readonly ApprovalWait[]> {
    return this.failing ? Promise.reject(new Error('disk full')) : super.waits();
  }

  override find(id: string): Promise<Approval | null> {
    const full = Object.assign(new Error('disk full'), { code: 'SQLITE_FULL' });
    return this.unreadable ? Promise.reject(full) : super.find(id);
  }
}

describe('the clock of approvals', () => {
  const opened = openStore('sqlite');
  let service: ApprovalsService;
  let rows: FailingRows;
  let clock: ApprovalClock;
  let listening: Subscription[];
  let asked = 0;

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const { dataSource, transactions, bus, clock: time, logger } = opened();
    await dataSource.query('DELETE FROM approvals');
    rows = new FailingRows(dataSource, time);
    const [checks, sandboxes] = [
      new AllowedChecks(dataSource, rows),
      new AllowedSandboxes(dataSource, rows),
    ];
    const retry = new StoreRetry(time, logger);
    service = new ApprovalsService(transactions, rows, checks, sandboxes, retry, time);
    clock = new ApprovalClock(service, rows, time, logger);
    listening = [service, clock].map((each) => subscribeListeners(bus, each));
  });
  afterEach(() => {
    clock.onModuleDestroy();
    for (const subscription of listening) subscription.unsubscribe();
    jest.useRealTimers();
  });

  /** Asks something that must be answered within so many ms. */
  const ask = (withinMs: number): Promise<Approval> =>
    new StoredRuns(opened()).ask({ id: `appr_${++asked}` }, withinMs);

  /** Lets everything run that can run at this moment. */
  async function settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) {
      await jest.advanceTimersByTimeAsync(0);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Advances the time of the service and its timers. */
  async function pass(ms: number): Promise<void> {
    opened().clock.advance(ms);
    await jest.advanceTimersByTimeAsync(ms);
    await settle();
  }

  const statusOf = async ({ id }: Approval) => (await rows.find(id))?.status;
  const decided = (): readonly string[] =>
    opened().events.flatMap((event) =>
      event.type === 'approval.decided' ? [event.approval.id] : [],
    );

  it('refuses a question when its time is up, and not before', async () => {
    clock.onApplicationBootstrap();
    const question = await ask(600_000);
    await settle();
    await pass(599_999);
    expect(await statusOf(question)).toBe('pending');
    await pass(1);
    expect(await statusOf(question)).toBe('rejected');
    expect(decided()).toEqual([question.id]);
    expect(opened().lines.join('\n')).toContain(
      `WARN [engine/run] Approval "${question.id}" was not answered in time and counts as refused.`,
    );
  });

  it('fires for the earliest of several, whichever was asked first', async () => {
    clock.onApplicationBootstrap();
    const [late, early] = [await ask(5000), await ask(2000)];
    await settle();
    await pass(2000);
    expect(decided()).toEqual([early.id]);
    await pass(3000);
    expect(decided()).toEqual([early.id, late.id]);
  });

  it('leaves an answered question alone', async () => {
    clock.onApplicationBootstrap();
    const question = await ask(2000);
    await settle();
    await service.decide(question.id, { approved: true, reason: null });
    await pass(5000);
    expect(await statusOf(question)).toBe('approved');
    expect(decided()).toEqual([question.id]);
  });

  it('tells those who wait that they were refused', async () => {
    clock.onApplicationBootstrap();
    const question = await ask(2000);
    const waiting = service.waitFor(question, new AbortController().signal);
    await settle();
    await pass(2000);
    expect((await waiting)?.status).toBe('rejected');
  });

  it('lets those wait on who ask while the store cannot be read', async () => {
    const [answered, known] = [await ask(600_000), await ask(600_000)];
    await service.decide(known.id, { approved: true, reason: null });
    rows.unreadable = true;
    const never = new AbortController().signal;
    const waiting = [answered, known].map((question) => service.waitFor(question, never));
    await settle();
    await service.decide(answered.id, { approved: true, reason: null });
    expect((await waiting[0])?.status).toBe('approved');
    rows.unreadable = false;
    await pass(1000);
    expect((await waiting[1])?.status).toBe('approved');
  });

  it('lets nobody wait whose run stops while the store cannot be read', async () => {
    const question = await ask(600_000);
    rows.unreadable = true;
    const stop = new AbortController();
    const waiting = service.waitFor(question, stop.signal);
    await settle();
    stop.abort();
    expect(await waiting).toBeNull();
  });

  it('refuses at boot what expired while no process ran', async () => {
    const [over, open] = [await ask(1000), await ask(600_000)];
    opened().clock.advance(1000);
    clock.onApplicationBootstrap();
    await settle();
    expect(await statusOf(over)).toBe('rejected');
    expect(await statusOf(open)).toBe('pending');
  });

  it('keeps a question of an earlier life open until its own time', async () => {
    const question = await ask(10_000);
    opened().clock.advance(4000);
    clock.onApplicationBootstrap();
    await settle();
    await pass(5999);
    expect(await statusOf(question)).toBe('pending');
    await pass(1);
    expect(await statusOf(question)).toBe('rejected');
  });

  it('fires for a deadline beyond the longest timer', async () => {
    clock.onApplicationBootstrap();
    const weeks = 5 * 7 * 24 * 60 * 60 * 1000;
    const question = await ask(weeks);
    await settle();
    const hour = 60 * 60 * 1000;
    opened().clock.advance(weeks - hour);
    await jest.advanceTimersByTimeAsync(hour);
    await settle();
    expect(await statusOf(question)).toBe('pending');
    await pass(hour);
    expect(await statusOf(question)).toBe('rejected');
  });

  it('tries again after the store failed, and says so', async () => {
    clock.onApplicationBootstrap();
    const question = await ask(2000);
    await settle();
    rows.failing = true;
    await pass(2000);
    expect(opened().lines.join('\n')).toContain(
      'approvals could not be checked for their time: disk full',
    );
    expect(await statusOf(question)).toBe('pending');
    rows.failing = false;
    await pass(1000);
    expect(await statusOf(question)).toBe('rejected');
  });

  it('sets no timer once it was stopped', async () => {
    clock.onApplicationBootstrap();
    await ask(2000);
    await settle();
    clock.onModuleDestroy();
    expect(jest.getTimerCount()).toBe(0);
    await ask(2000);
    await settle();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('sets no timer while nothing waits', async () => {
    clock.onApplicationBootstrap();
    await settle();
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('dueTime', () => {
  it.each([
    [1_790_000_000_000, 1000, 1_790_000_001_000],
    [1_790_000_000_000, 1000.5, 1_790_000_001_001],
    [1_790_000_000_000, 1e300, Number.MAX_SAFE_INTEGER],
  ])('%d + %d ms is a time that every store keeps', (at, timeoutMs, due) => {
    expect(dueTime(at, timeoutMs)).toBe(due);
  });
});
