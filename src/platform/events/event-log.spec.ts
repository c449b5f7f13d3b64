import { beforeEach, describe, expect, it } from '@jest/globals';
import { openStore } from '#test/runs/support/open-store.js';
import { sampleRun } from '#test/support/sample-records.js';
import { testDatabases } from '#test/support/test-databases.js';
import { Transactions } from '../database/transactions.js';
import type { EventDraft } from './drafts.js';
import { EventEntity } from './event.entity.js';
import { EventFeed } from './event-feed.js';
import { EventLog, type StoredEvent } from './event-log.js';

const log = (message: string): EventDraft => ({ type: 'log', level: 'info', scope: 's', message });
const created = (id: string): EventDraft => ({ type: 'run.created', run: sampleRun({ id }) });

const numbersIn = (pages: readonly (readonly StoredEvent[])[]): readonly number[] =>
  pages.flat().map(({ seq }) => seq);

describe.each(testDatabases)('the event log on $name', ({ url }) => {
  const opened = openStore(url);
  let events: EventLog;

  beforeEach(async () => {
    const { dataSource, bus, clock } = opened();
    await dataSource.query('DELETE FROM events');
    await dataSource.query('UPDATE event_counter SET last = 0 WHERE id = 1');
    const transactions = new Transactions(dataSource, new EventFeed(dataSource, bus), clock);
    events = new EventLog(dataSource, transactions);
  });

  const appendMany = (count: number): Promise<void> =>
    events.append(...Array.from({ length: count }, (_, index) => log(`${index + 1}`)));

  it('keeps the frame as it was announced', async () => {
    await events.append(created('run_1'));
    const [announced] = opened().events;
    const [[stored]] = (await Array.fromAsync(events.after(0))) as [[StoredEvent]];
    expect(stored).toMatchObject({
      seq: 1,
      type: 'run.created',
      payloadJson: JSON.stringify(announced),
    });
  });

  it('is read in pages, oldest first, each event once', async () => {
    await appendMany(1201);
    const pages = await Array.fromAsync(events.after(0));
    expect(pages.map((page) => page.length)).toEqual([500, 500, 201]);
    expect(numbersIn(pages)).toEqual(Array.from({ length: 1201 }, (_, index) => index + 1));
  });

  it.each<[string, number[], number[]]>([
    ['at 256 KiB', [200_000, 50_000, 50_000, 10], [2, 2]],
    ['around a larger event', [10, 300_000, 10, 10], [1, 1, 2]],
    ['of nothing but larger events', [300_000, 400_000, 300_000], [1, 1, 1]],
    ['that holds all of it', [100_000, 100_000], [2]],
  ])('ends a page %s', async (_, sizes, expected) => {
    for (const size of sizes) await events.append(log('x'.repeat(size)));
    const pages = await Array.fromAsync(events.after(0));
    expect(pages.map((page) => page.length)).toEqual(expected);
    expect((await Array.fromAsync(events.bytesAfter(0))).at(-1)).toBe(
      pages.flat().reduce((sum, { payloadJson }) => sum + Buffer.byteLength(payloadJson), 0),
    );
  });

  it('throws when events were deleted that a reader has not had', async () => {
    for (let n = 0; n < 4; n += 1) await events.append(log('x'.repeat(200_000)));
    const pages = events.after(0);
    expect((await pages.next()).value).toHaveLength(1);
    await opened().dataSource.query('DELETE FROM events WHERE seq <= 3');
    await expect(pages.next()).rejects.toThrow('the events after 1 were deleted');
  });

  it.each([
    ['nothing when it is empty', 0, 0, []],
    ['nothing after the last', 3, 3, []],
    ['what came after a number', 3, 1, [2, 3]],
    [
      'one full page without an empty one behind it',
      500,
      0,
      Array.from({ length: 500 }, (_, i) => i + 1),
    ],
  ])('tells %s', async (_, count, after, numbers) => {
    if (count > 0) await appendMany(count);
    const pages = await Array.fromAsync(events.after(after));
    expect(numbersIn(pages)).toEqual(numbers);
    expect(pages.every((page) => page.length > 0)).toBe(true);
  });

  it('tells what is appended while it is read', async () => {
    await appendMany(500);
    const numbers: number[] = [];
    for await (const page of events.after(0)) {
      if (numbers.length === 0) await events.append(log('late'));
      numbers.push(...page.map(({ seq }) => seq));
    }
    expect(numbers).toHaveLength(501);
  });

  it('finds all of one run and nothing of another, however long it is', async () => {
    for (let batch = 0; batch < 3; batch++) {
      const drafts = Array.from({ length: 300 }, () => [
        created('run_a'),
        created('run_b'),
        log('x'),
      ]);
      await events.append(...drafts.flat());
    }
    const pages = await Array.fromAsync(events.ofRun('run_b'));
    expect(pages.length).toBeGreaterThan(1);
    expect(numbersIn(pages)).toHaveLength(900);
    for (const { payloadJson } of pages.flat()) expect(payloadJson).toContain('"id":"run_b"');
    const numbers = numbersIn(pages);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(await Array.fromAsync(events.ofRun('run_c'))).toEqual([]);
  });

  it.each([
    ['from the beginning, while nothing was pruned', 0, true],
    ['from the middle', 2, true],
    ['from the last, which has nothing after it', 3, true],
    ['not from the future', 4, false],
    ['not from below zero', -1, false],
  ])('reaches back %s', async (_, seq, reaches) => {
    await appendMany(3);
    expect(await events.reaches(seq)).toBe(reaches);
  });

  it('reaches back only to where it begins once its beginning was pruned', async () => {
    await appendMany(5);
    await opened().dataSource.manager.delete(EventEntity, [{ seq: 1 }, { seq: 2 }]);
    expect(await Promise.all([0, 1, 2, 3, 5].map((seq) => events.reaches(seq)))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  it('reaches nothing but its end when everything was pruned', async () => {
    await appendMany(2);
    await opened().dataSource.query('DELETE FROM events');
    expect(await Promise.all([0, 1, 2].map((seq) => events.reaches(seq)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('keeps what no client is sent to itself, under numbers of its own', async () => {
    const unseen: EventDraft = { type: 'internal.floor.closed', workspaceId: 'w' };
    await events.append(log('1'), unseen, created('run_1'), unseen);
    expect(numbersIn(await Array.fromAsync(events.after(0)))).toEqual([1, 3]);
    expect(numbersIn(await Array.fromAsync(events.after(1)))).toEqual([3]);
    expect(await Promise.all([2, 4].map((seq) => events.reaches(seq)))).toEqual([true, true]);
    expect(await Array.fromAsync(events.after(3))).toEqual([]);
  });
});
