import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventDraft } from '#platform/events/drafts.js';
import { RandomIds } from '#platform/ids.js';
import { LeaseHoldersRepository } from '#runs/queue/lease-holders.repository.js';
import type { LeaseKeeper } from '#runs/queue/lease-keeper.js';
import { OfficeDocuments } from '#platform/database/office-documents.js';
import { outboxTexts } from '#protocol/texts/outbox.js';
import { openStore } from '#test/runs/support/open-store.js';
import { testDatabases } from '#test/support/test-databases.js';
import { EventTail } from './event-tail.js';
import { Outbox } from './outbox.js';
import { type OutboxHandler, OutboxFailure, type OutboxJob } from './outbox-job.js';
import { OutboxRepository } from './outbox.repository.js';
import type { StartupTasks } from '../../platform/process/startup-tasks.js';
import { OutboxWorker } from './outbox-worker.js';

const startup = { repeat: () => undefined } as unknown as StartupTasks;
const job = { kind: 'tell', key: 'one', subject: 'run_1', payload: { text: 'hi' } };

describe.each(testDatabases)('the outbox on $name', ({ url }) => {
  const store = openStore(url);
  const holders = new LeaseHoldersRepository();

  const workers: OutboxWorker[] = [];

  // A waiting worker would take the jobs of the next test.
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.onModuleDestroy();
  });
  beforeEach(async () => {
    const { manager } = store().dataSource;
    for (const table of ['outbox', 'lease_holders', 'office_documents', 'events']) {
      await manager.query(`DELETE FROM ${table}`);
    }
    await register('us');
  });

  const register = (owner: string): Promise<void> =>
    store().transactions.run((tx) => holders.renew(tx, owner, null));

  /** A process of the office. */
  function replica(handler: Partial<OutboxHandler>, owner = 'us') {
    const { clock, dataSource, logger, transactions } = store();
    const rows = new OutboxRepository(dataSource, clock);
    const outbox = new Outbox(rows, dataSource, transactions, new RandomIds());
    const keeper = { owner, term: 0 } as LeaseKeeper;
    const worker = new OutboxWorker(
      ...([outbox, rows, dataSource, transactions, keeper, startup, logger] as const),
    );
    workers.push(worker);
    outbox.register({ kind: 'tell', waits: [0, 0], perform: async () => null, ...handler });
    return {
      outbox,
      put: (given = job) => transactions.run((tx) => outbox.enqueue(tx, given)),
      work: async () => {
        for (let round = 0; round < 5; round++) {
          await worker.look();
          await worker.idle();
        }
      },
    };
  }

  it('does a job once, however often it is put in, and keeps what came of it', async () => {
    const done: OutboxJob[] = [];
    const perform = async (each: OutboxJob) => ({ number: done.push(each) });
    const { outbox, put, work } = replica({ perform });
    expect(await put()).toBe(true);
    expect(await put()).toBe(false);
    await work();
    expect(await put()).toBe(false);
    await work();
    expect(done).toMatchObject([{ ...job, attempts: 1 }]);
    expect(await outbox.byKey('one')).toMatchObject({ state: 'done', result: { number: 1 } });
    expect(store().lines.join()).toContain(outboxTexts.done('one'));
  });

  it('leaves nothing of a transaction that was undone', async () => {
    const { outbox } = replica({});
    const undone = store().transactions.run(async (tx) => {
      await outbox.enqueue(tx, job);
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    expect(await outbox.ofSubject('run_1')).toEqual([]);
  });

  it('tries again, with a log of what failed', async () => {
    const perform = async ({ attempts }: OutboxJob) => {
      if (attempts < 3) throw new Error(`failure ${attempts}`);
      return attempts;
    };
    const { outbox, put, work } = replica({ perform });
    await put();
    await work();
    const entry = await outbox.byKey('one');
    expect(entry).toMatchObject({ state: 'done', attempts: 3, lastError: null, result: 3 });
    expect(entry?.tries.map(({ error }) => error)).toEqual(['failure 1', 'failure 2']);
  });

  it('tries again when the wait is over, without being asked to look', async () => {
    const { promise: again, resolve } = Promise.withResolvers<void>();
    const perform = async ({ attempts }: OutboxJob) => {
      if (attempts === 1) throw new Error('failure');
      resolve();
    };
    const { put, work } = replica({ perform, waits: [500] });
    await put();
    await work();
    // The row is due by a file store's clock, too; the timer tells the worker.
    store().clock.advance(10_000);
    await again;
  });

  it('gives up after the last attempt, or at once where it is told to, and does it again when asked', async () => {
    const ends: unknown[] = [];
    const settled = async (_: unknown, { key }: OutboxJob, outcome: unknown) =>
      void ends.push([key, outcome]);
    let isBroken = true;
    const perform = async ({ key }: OutboxJob) => {
      if (!isBroken) return null;
      throw key === 'one' ? new Error('broken') : new OutboxFailure('gone', null);
    };
    const { outbox, put, work } = replica({ perform, settled });
    await put();
    await put({ ...job, key: 'two' });
    await work();
    expect(ends).toEqual(
      expect.arrayContaining([
        ['one', { state: 'given-up', error: 'broken' }],
        ['two', { state: 'given-up', error: 'gone' }],
      ]),
    );
    expect((await outbox.byKey('one'))?.attempts).toBe(3);
    expect((await outbox.byKey('two'))?.attempts).toBe(1);
    isBroken = false;
    expect(await outbox.tryAgain((await outbox.byKey('one'))?.id ?? '')).toBe(true);
    await work();
    expect(await outbox.byKey('one')).toMatchObject({ state: 'done' });
    expect(store().lines.join()).toContain('tell for run_1 was given up after 3 attempts: broken');
  });

  it('is taken over from a process that has ended, and from no other', async () => {
    await register('they');
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<string>();
    const they = replica(
      {
        perform: () => {
          begun.resolve();
          return ended.promise;
        },
      },
      'they',
    );
    const done: OutboxJob[] = [];
    const us = replica({ perform: async (each) => done.push(each) });
    await they.put();
    const theirs = they.work();
    await begun.promise;
    await us.work();
    expect(done).toEqual([]);

    await store().transactions.run((tx) => holders.forget(tx, 'they'));
    await us.work();
    expect(done).toMatchObject([{ attempts: 2 }]);
    // Their late result does not replace ours.
    ended.resolve('late');
    await theirs;
    expect(await us.outbox.byKey('one')).toMatchObject({ state: 'done', result: 1 });
  });

  it('is left to a process that can carry it out, and hinders nothing behind it', async () => {
    await register('they');
    const done: string[] = [];
    const perform = (who: string) => async (each: OutboxJob) =>
      void done.push(`${who} ${each.key}`);
    const isPossibleHere = async ({ payload }: OutboxJob) => !('away' in (payload as object));
    const us = replica({ perform: perform('us'), isPossibleHere, leftMs: 60_000 });
    const they = replica({ perform: perform('they') }, 'they');
    for (let at = 0; at < 50; at += 1) {
      await us.put({ ...job, key: `away-${at}`, payload: { away: true } as never });
    }
    store().clock.advance(10);
    await us.put();
    await us.work();
    expect(done).toEqual(['us one']);
    for (let at = 0; at < 5; at += 1) await they.work();
    expect(done.slice(1).toSorted()).toEqual(
      Array.from({ length: 50 }, (_, at) => `they away-${at}`).toSorted(),
    );
  });

  it('is taken by any process where none that can has come for long', async () => {
    const done: string[] = [];
    const perform = async (each: OutboxJob) => void done.push(each.key);
    const { put, work } = replica({ perform, isPossibleHere: async () => false, leftMs: -1 });
    await put();
    await work();
    expect(done).toEqual(['one']);
  });

  it.each([
    ['years ahead is done: the clock was ahead for a moment', 10 * 365 * 24, 'done'],
    ['in a day is waited for, as somebody may have asked for that', 24, 'waiting'],
  ])('a job whose time is %s', async (_, hours, state) => {
    const { outbox, put, work } = replica({ isPossibleHere: async () => true });
    await put();
    const { nextAt = 0 } = (await outbox.byKey('one')) ?? {};
    const later = String(nextAt + hours * 60 * 60 * 1000);
    await store().dataSource.query(`UPDATE outbox SET next_at = ${later}`);
    await work();
    expect(await outbox.byKey('one')).toMatchObject({ state });
  });

  describe('the tail of events', () => {
    const told = (message: string): EventDraft => ({
      ...({ type: 'log', level: 'info', scope: 'x', message } as const),
    });
    const publish = (...messages: string[]): Promise<void> =>
      store().transactions.run(async (tx) => tx.publish(...messages.map(told)));

    function tail(take: (message: string) => void): EventTail {
      const { clock, logger, transactions } = store();
      const made = new EventTail(new OfficeDocuments(clock), transactions, startup, logger);
      const messageIn = (event: object): string =>
        'message' in event ? String(event.message) : '';
      made.follow({
        name: 'test',
        types: ['log'],
        concerns: (event) => !messageIn(event).startsWith('not'),
        take: async (_, event) => take(messageIn(event)),
      });
      return made;
    }

    it('tells of each event once, in order, from the first look on', async () => {
      const heard: string[] = [];
      const first = tail((message) => void heard.push(message));
      await publish('before');
      await first.look();
      await publish('one', 'not this', 'two');
      await first.look();
      await first.look();
      await tail((message) => void heard.push(`again ${message}`)).look();
      await publish(...Array.from({ length: 120 }, (_, index) => String(index)));
      await first.look();
      expect(heard.slice(0, 2)).toEqual(['one', 'two']);
      expect(heard.slice(2)).toEqual(Array.from({ length: 120 }, (_, index) => String(index)));
    });

    it('tells again of an event whose transaction failed', async () => {
      const heard: string[] = [];
      let isBroken = true;
      const all = tail((message) => {
        if (isBroken) throw new Error('broken');
        heard.push(message);
      });
      await all.look();
      await publish('one');
      await all.look();
      isBroken = false;
      await all.look();
      expect(heard).toEqual(['one']);
    });
  });
});
