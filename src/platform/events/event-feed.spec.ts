import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { openStore } from '#test/runs/support/open-store.js';
import { testDatabases } from '#test/support/test-databases.js';
import { Statement } from '../database/statement.js';
import { Transactions } from '../database/transactions.js';
import type { CommittedEvent, EventDraft } from './drafts.js';
import { EventBus } from './event-bus.js';
import { EventEntity } from './event.entity.js';
import { EventFeed } from './event-feed.js';
import { EventLog } from './event-log.js';
import { restore } from './serialize.js';

const log = (message: string): EventDraft => ({ type: 'log', level: 'info', scope: 's', message });

describe.each(testDatabases)('the feed of events on $name', ({ url }) => {
  const opened = openStore(url);
  let feed: EventFeed;
  let bus: EventBus;
  /** Delivered event numbers: first to projections, then to listeners. */
  let followed: number[];
  let received: number[];
  let reloads: number;

  beforeEach(async () => {
    const { dataSource, logger } = opened();
    bus = new EventBus(logger);
    feed = new EventFeed(dataSource, bus);
    await feed.onModuleInit();
    followed = [];
    received = [];
    reloads = 0;
    feed.register({
      follow: (events) => followed.push(...events.map(({ seq }) => seq)),
      reload: async () => void reloads++,
    });
    bus.listen('test', (event) => received.push('seq' in event ? (event.seq ?? 0) : 0));
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Commits events as another process, unseen by this feed. */
  async function commitElsewhere(count: number): Promise<readonly CommittedEvent[]> {
    const { dataSource, logger, clock } = opened();
    const theirs = new EventFeed(dataSource, new EventBus(logger));
    const transactions = new Transactions(dataSource, theirs, clock);
    const events = new EventLog(dataSource, transactions);
    const before = await events.lastSeq();
    await events.append(...Array.from({ length: count }, (_, index) => log(`${index}`)));
    const rows = await dataSource.manager.find(EventEntity, { order: { seq: 'ASC' } });
    return rows.filter(({ seq }) => seq > before).map((row) => restore(row.payloadJson));
  }

  const numbers = (events: readonly CommittedEvent[]): number[] => events.map(({ seq }) => seq);

  /** A feed whose reads of the log wait until they are released. */
  async function readingSlowly() {
    const { dataSource } = opened();
    const asked = Promise.withResolvers<undefined>();
    const answered = Promise.withResolvers<undefined>();
    const manager = Object.create(dataSource.manager) as typeof dataSource.manager;
    let isSlow = false;
    const run = Statement.prototype.run;
    jest.spyOn(Statement.prototype, 'run').mockImplementation(async function (
      this: Statement,
      by,
      given,
    ) {
      const rows = await run.call(this, by, given);
      if (!isSlow || by !== manager) return rows;
      asked.resolve(undefined);
      await answered.promise;
      return rows;
    });
    const slow = Object.create(dataSource, { manager: { value: manager } }) as DataSource;
    const slowFeed = new EventFeed(slow, bus);
    await slowFeed.onModuleInit();
    isSlow = true;
    const reading = slowFeed.catchUp();
    await asked.promise;
    return { slowFeed, reading, answer: () => answered.resolve(undefined) };
  }

  it('reads once more for who asks while it reads: some may have been committed since', async () => {
    const { slowFeed, reading, answer } = await readingSlowly();
    const events = await commitElsewhere(2);
    const caughtUp = slowFeed.catchUp();
    answer();
    await reading;
    await caughtUp;
    expect(received).toEqual(numbers(events));
  });

  it('takes no event for deleted that was committed while it read', async () => {
    const { slowFeed, reading, answer } = await readingSlowly();
    const events = await commitElsewhere(2);
    void slowFeed.receive(events.slice(1));
    answer();
    await reading;
    await slowFeed.catchUp();
    expect(received).toEqual(numbers(events));
  });

  it('delivers what was committed while the process started, before it serves anyone', async () => {
    const events = await commitElsewhere(2);
    await feed.onApplicationBootstrap();
    expect(followed).toEqual(numbers(events));
    expect(feed.last).toBe(events.at(-1)?.seq);
  });

  it('delivers what follows at once, to projections before listeners', async () => {
    const events = await commitElsewhere(3);
    const order: string[] = [];
    feed.register({ follow: () => order.push('projection'), reload: async () => {} });
    bus.listen('order', () => order.push('listener'));
    expect(feed.receive(events)).toBeUndefined();
    expect(followed).toEqual(numbers(events));
    expect(received).toEqual(numbers(events));
    expect(order).toEqual(['projection', 'listener', 'listener', 'listener']);
    expect(feed.last).toBe(numbers(events).at(-1));
  });

  it('fills a hole from the log before it goes on', async () => {
    const events = await commitElsewhere(4);
    await feed.receive(events.slice(3));
    expect(followed).toEqual(numbers(events));
    expect(received).toEqual(numbers(events));
  });

  it('delivers each event once, in whatever order and however often it is told', async () => {
    const events = await commitElsewhere(5);
    const [a, b, c, d, e] = events as [
      CommittedEvent,
      CommittedEvent,
      CommittedEvent,
      CommittedEvent,
      CommittedEvent,
    ];
    for (const reported of [[c], [a, b], [a], [e], [d, c]]) void feed.receive(reported);
    await feed.catchUp();
    expect(followed).toEqual(numbers(events));
    expect(received).toEqual(numbers(events));
  });

  it('finds events of which no notification came, however many', async () => {
    const events = await commitElsewhere(1201);
    await feed.catchUp();
    expect(received).toEqual(numbers(events));
  });

  it('begins behind what was committed before it was there', async () => {
    await commitElsewhere(2);
    const later = new EventFeed(opened().dataSource, bus);
    await later.onModuleInit();
    await later.catchUp();
    expect(received).toEqual([]);
  });

  it('has the state read anew where events were deleted for their age', async () => {
    const events = await commitElsewhere(4);
    const [first, second] = numbers(events) as [number, number];
    await opened().dataSource.manager.delete(EventEntity, [{ seq: first }, { seq: second }]);
    await feed.receive(events.slice(3));
    expect(reloads).toBe(1);
    expect(followed).toEqual(numbers(events).slice(2));
  });

  it('takes what is missing from other replicas, and does not read the log for it', async () => {
    const [a, b, c] = (await commitElsewhere(3)) as [
      CommittedEvent,
      CommittedEvent,
      CommittedEvent,
    ];
    feed.connect({ isReceiving: true, committed: () => {} });
    await opened().dataSource.manager.clear(EventEntity);
    const delivered = feed.receive([b, c]);
    void feed.receive([a]);
    await delivered;
    expect(received).toEqual(numbers([a, b, c]));
    expect(reloads).toBe(0);
  });

  it('reads the log where nothing comes from other replicas', async () => {
    const events = await commitElsewhere(3);
    feed.connect({ isReceiving: true, committed: () => {} });
    await feed.receive(events.slice(2));
    expect(received).toEqual(numbers(events));
  });

  it('tells other replicas what was committed here, and not what came from them', async () => {
    const told: number[] = [];
    feed.connect({ isReceiving: true, committed: (events) => told.push(...numbers(events)) });
    const events = await commitElsewhere(1);
    await feed.receive(events);
    const { clock, dataSource } = opened();
    await new EventLog(dataSource, new Transactions(dataSource, feed, clock)).append(log('here'));
    expect(told).toEqual([feed.last]);
    expect(feed.last).toBe((events[0]?.seq ?? 0) + 1);
  });

  it('delivers what another replica streams behind the event that was before it there', async () => {
    const events = await commitElsewhere(2);
    const order: string[] = [];
    bus.listen('order', ({ type }) => order.push(type));
    const piece = { type: 'turn.delta', at: 1, runId: 'r', turnId: 't', text: 'a' } as const;
    feed.receiveStreamed(piece, events[0]?.seq ?? 0, 'other');
    expect(order).toEqual([]);
    await feed.receive(events);
    expect(order).toEqual(['log', 'turn.delta', 'log']);
    feed.receiveStreamed(piece, events[0]?.seq ?? 0, 'other');
    expect(order).toHaveLength(4);
  });

  it('keeps internal events from those who ask for events of the interface', async () => {
    const seen: string[] = [];
    bus.subscribe('clients', ({ type }) => seen.push(type));
    bus.on('internal.floor.closed', 'process', ({ workspaceId }) => seen.push(workspaceId));
    const { dataSource, clock } = opened();
    const transactions = new Transactions(dataSource, feed, clock);
    await transactions.run(async (tx) =>
      tx.publish(log('a'), { type: 'internal.floor.closed', workspaceId: 'w' }, log('b')),
    );
    expect(seen).toEqual(['log', 'w', 'log']);
    expect(followed).toHaveLength(3);
  });
});
