import pLimit from 'p-limit';
import type { EntityManager } from 'typeorm';
import type { Clock } from '../clock.js';
import type { CommittedEvent } from '../events/drafts.js';
import type { EventFeed } from '../events/event-feed.js';
import { numberAndStore } from '../events/event-rows.js';
import type { DatabaseTransaction, DatabaseTransactions } from './database-transactions.js';
import type { Observations } from '../telemetry/observations.js';
import { currentWork, inWork } from '../telemetry/work-context.js';
import { isConflict, isStoreFailure, StoreBusyError } from './store-failure.js';
import {
  type QueuedTransaction,
  MembersFailed,
  type CommittedMember,
  TransactionGroup,
  type TransactionWork,
} from './transaction-group.js';

/** The queue's collaborators besides the database. */
interface QueueContext {
  readonly feed: EventFeed;
  readonly clock: Clock;
  readonly observations: Observations;
}

/** A member of a group with its own events. */
interface AnnouncedMember {
  readonly member: CommittedMember;
  readonly events: readonly CommittedEvent[];
}

/** More transactions per commit save little and block the event loop. */
const mostInOneCommit = 16;

/** With more waiting transactions and a silent store, requests are refused. */
const mostWaiting = 1000;

/** Time without a successful commit after which a busy store counts as silent, ms. */
const silentMs = 2000;

/** Repetitions of work after deadlocks. */
const mostRetries = 5;

/** Longest time that transactions may follow one another before the event loop runs, ms. */
const longestRunMs = 10;

/**
 * Runs the transactions of both databases. Waiting transactions that may share a commit do
 * (docs/decisions/0011), because a commit costs more than its content; others have their own, in
 * parallel if the database has several connections. State is stored first and events are numbered
 * at the very end: from there to the announcement transactions queue, so that listeners receive
 * events in order of their numbers.
 * Nothing of a group is announced before its commit. If a member throws, the others are repeated
 * without it; if the store fails, all fail.
 */
export class TransactionQueue {
  private readonly waiting: QueuedTransaction[] = [];
  private readonly numbering = pLimit(1);
  private open = 0;
  /**
   * True while a shared commit is being made; transactions that arrive meanwhile form the next one.
   */
  private sharing = false;
  /** Time of the last turn of the event loop, by `performance.now()`. */
  private lastTurn = 0;
  /**
   * Time of the last successful commit, or of the first request after an idle time, by
   * `performance.now()`.
   */
  private answeredAt = 0;

  constructor(
    private readonly database: DatabaseTransactions,
    private readonly context: QueueContext,
  ) {}

  /** Number of transactions that have not started. */
  get length(): number {
    return this.waiting.length;
  }

  run<T>(work: TransactionWork<T>): Promise<T> {
    return this.ask(work, false);
  }

  share<T>(work: TransactionWork<T>): Promise<T> {
    return this.ask(work, true);
  }

  snapshot<T>(read: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.database.snapshot?.(read) ?? this.run((tx) => read(tx.manager));
  }

  private ask<T>(work: TransactionWork<T>, mayShare: boolean): Promise<T> {
    const of = currentWork();
    if (this.open === 0) this.answeredAt = performance.now();
    // Transactions of runs always wait: the capacity of the process bounds their number.
    if (of?.runId === undefined && !mayShare && this.isOverdue()) {
      return Promise.reject(new StoreBusyError());
    }
    return new Promise<T>((resolve, reject) => {
      const resolveAny = resolve as (result: unknown) => void;
      const retries = mostRetries;
      this.waiting.push({ work, mayShare, retries, of, resolve: resolveAny, reject });
      this.beginMore();
    });
  }

  private isOverdue(): boolean {
    return this.waiting.length >= mostWaiting && performance.now() - this.answeredAt > silentMs;
  }

  private beginMore(): void {
    while (this.open < this.database.atOnce) {
      const next = this.take((asked) => !asked.mayShare || !this.sharing);
      if (next === undefined) return;
      void this.carryOut(next);
    }
  }

  private take(suits: (asked: QueuedTransaction) => boolean): QueuedTransaction | undefined {
    const place = this.waiting.findIndex(suits);
    return place === -1 ? undefined : this.waiting.splice(place, 1)[0];
  }

  private async carryOut(first: QueuedTransaction): Promise<void> {
    this.open += 1;
    if (first.mayShare) this.sharing = true;
    await this.yieldToEventLoop(first);
    await this.commitFrom(first);
    this.open -= 1;
    if (first.mayShare) this.sharing = false;
    this.beginMore();
  }

  /**
   * Yields to the event loop, so that other ready work can join the commit. SQLite's driver is
   * synchronous: without this, work that only waits for the store would block sockets and timers.
   */
  private async yieldToEventLoop({ mayShare }: QueuedTransaction): Promise<void> {
    if (!mayShare && performance.now() - this.lastTurn < longestRunMs) return;
    await new Promise(setImmediate);
    this.lastTurn = performance.now();
  }

  /** Commits this transaction together with waiting ones that may share its commit. */
  private async commitFrom(first: QueuedTransaction): Promise<void> {
    const startedAt = performance.now();
    let transaction: DatabaseTransaction;
    try {
      transaction = await this.database.begin();
    } catch (thrown) {
      this.countFailure(thrown);
      return first.reject(thrown);
    }
    const group = new TransactionGroup(transaction, this.context.clock.now());
    try {
      await this.work(group, first);
      await this.numbering(() => this.commit(transaction, group, startedAt));
    } catch (thrown) {
      await transaction.rollBack();
      this.giveUp(
        group.members.map(({ asked }) => asked),
        thrown,
      );
    } finally {
      await transaction.release();
    }
  }

  private async work(group: TransactionGroup, first: QueuedTransaction): Promise<void> {
    for (let next: QueuedTransaction | undefined = first; next !== undefined;) {
      const isDone = await group.add(next);
      const hasRoom = isDone && first.mayShare && group.members.length < mostInOneCommit;
      next = hasRoom ? this.take(({ mayShare }) => mayShare) : undefined;
    }
    await group.complete();
  }

  private async commit(
    transaction: DatabaseTransaction,
    group: TransactionGroup,
    startedAt: number,
  ): Promise<void> {
    const drafts = group.members.flatMap(({ tx }) => tx.drafts);
    const events = await numberAndStore(transaction.manager, drafts, group.at);
    await this.commitForSure(transaction, events);
    this.answeredAt = performance.now();
    let next = 0;
    const members = group.members.map((member) => ({
      member,
      events: events.slice(next, (next += member.tx.drafts.length)),
    }));
    this.count(members, performance.now() - startedAt);
    for (const { member, events: own } of members) {
      const announced = inWork(member.asked.of, () => this.announce(member, own));
      if (announced !== undefined) await announced;
    }
  }

  private count(members: readonly AnnouncedMember[], ms: number): void {
    const { clock, observations } = this.context;
    observations.record({
      kind: 'commit',
      startedAt: clock.now() - ms,
      ms,
      members: members.map(({ member, events }) => ({ work: member.asked.of, events })),
    });
  }

  /**
   * Announces a commit: first to those who did the work, then to the feed, and through it to
   * projections and listeners. Asynchronous, because earlier commits must be announced first.
   */
  private announce(
    { asked, tx, result }: CommittedMember,
    events: readonly CommittedEvent[],
  ): void | Promise<void> {
    try {
      let announced: void | Promise<void>;
      try {
        tx.committed();
      } finally {
        announced = this.context.feed.committed(events);
      }
      if (announced === undefined) asked.resolve(result);
      else return announced.then(() => asked.resolve(result), asked.reject);
    } catch (thrown) {
      asked.reject(thrown);
    }
  }

  /**
   * Fails the members that failed and repeats the others; each alone if the culprit is unknown or
   * after a deadlock. If the store failed, all members fail.
   */
  private giveUp(group: readonly QueuedTransaction[], thrown: unknown): void {
    const reasons = thrown instanceof MembersFailed ? thrown.reasons : new Map<never, never>();
    const causes: readonly unknown[] = reasons.size === 0 ? [thrown] : [...reasons.values()];
    const trouble = causes.find(isStoreFailure);
    this.countFailure(trouble);
    const isNobodys = reasons.size === 0 && trouble === undefined;
    if (group.length > 1 && (isNobodys || causes.some(isConflict))) {
      this.waiting.unshift(...group.map((asked) => ({ ...asked, mayShare: false })));
    } else if (causes.some(isConflict) && group.every(({ retries }) => retries > 0)) {
      this.waiting.unshift(...group.map((asked) => ({ ...asked, retries: asked.retries - 1 })));
    } else if (trouble !== undefined || isNobodys) {
      for (const asked of group) asked.reject(trouble ?? thrown);
    } else {
      for (const [asked, reason] of reasons) asked.reject(reason);
      this.waiting.unshift(...group.filter((asked) => !reasons.has(asked)));
    }
  }

  private countFailure(thrown: unknown): void {
    if (isStoreFailure(thrown)) this.context.observations.record({ kind: 'commit-failed' });
  }

  /**
   * Commits, and checks for the events if the connection breaks before the answer. Without events
   * nobody depends on the outcome, so it counts as failed.
   */
  private async commitForSure(
    transaction: DatabaseTransaction,
    events: readonly CommittedEvent[],
  ): Promise<void> {
    try {
      await transaction.commit();
    } catch (thrown) {
      const isUnknown = isStoreFailure(thrown) && events.length > 0;
      if (!isUnknown || !(await this.database.wereStored(events))) throw thrown;
    }
  }
}
