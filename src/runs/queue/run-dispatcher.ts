import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { StoreRetry } from '../../platform/database/store-retry.js';
import type { Tx } from '../../platform/database/tx.js';
import { messageOf } from '../../platform/errors/error-text.js';
import type { InternalEventOf } from '../../platform/events/internal-events.js';
import { OnOfficeEvent } from '../../platform/events/office-listener.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { within } from '../../platform/process/within.js';
import { limits } from '../../protocol/limits.js';
import { RunHalted } from '../engine/journal/run-session.js';
import type { ClaimedLease } from './leases.repository.js';
import { ActiveRuns, RunWorker } from './run-worker.js';
import { LeaseKeeper } from './lease-keeper.js';
import { type LookResult, RunQueue } from './run-queue.js';
import { RunClaims } from './run-claims.js';

type Claim = () => Promise<ClaimedLease | null>;

/**
 * Works on runs in one process, up to its capacity: claims a run, works on it to its end, releases
 * it. The queue names runs to look at; duplicates are excluded by the lease. Runs that it misses
 * are found by a search of the database, from time to time and whenever there is room again.
 */
@Injectable()
export class RunDispatcher implements OnModuleDestroy {
  private readonly log: ScopedLogger;
  private readonly working = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private started = false;
  private scanning: Promise<void> | null = null;
  /** True if a run may be waiting in the database for room here. */
  private leftSomething = false;
  /** Looks waiting for the end of a search. */
  private waitingLooks = 0;

  constructor(
    private readonly claims: RunClaims,
    private readonly keeper: LeaseKeeper,
    private readonly retry: StoreRetry,
    private readonly worker: RunWorker,
    private readonly activeRuns: ActiveRuns,
    private readonly queue: RunQueue,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /** Continues runs left by earlier processes, and keeps searching for more. */
  async start(): Promise<void> {
    this.keeper.onChange({
      lapsed: () => this.releaseAll(),
      regained: () => {
        this.announceCapacity();
        this.scan(true);
      },
    });
    this.activeRuns.onRoomChanged(() => this.announceCapacity());
    await this.wakeAll();
    this.started = true;
    this.queue.start((runId) => this.look(runId));
    this.announceCapacity();
    this.scan();
    await this.scanning;
  }

  /**
   * Gives up every run, so that another process continues it; in a fleet each as soon as its
   * current model or tool call is stored. Plugins, MCP servers and the store end in later phases of
   * the shutdown, from `beforeApplicationShutdown` on.
   */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    const queueStops = this.queue.stop();
    await this.scanning;
    if (this.keeper.inFleet) await this.handOver();
    this.haltAll();
    await Promise.allSettled(this.working.values());
    await this.keeper.retire();
    await queueStops;
    await this.queue.close();
  }

  /** Another replica was asked to work on a run whose files it does not see; they may be here. */
  @OnOfficeEvent('internal.run.elsewhere')
  async onElsewhere({ runId, group }: InternalEventOf<'internal.run.elsewhere'>): Promise<void> {
    if (this.started && group === this.keeper.seenGroup) await this.look(runId);
  }

  /**
   * Searches for runs that the queue has not named, and even without room gives back leases of runs
   * that are not at work here.
   */
  lookAround(): void {
    if (this.started) this.scan(true);
  }

  /** Asks for work on a run, by whichever process has room for it. Never throws. */
  offer(runId: string): void {
    this.queue.offer(runId);
  }

  /** Looks at the run even without room, because the work is short. Never throws. */
  lookAtOnce(runId: string): void {
    void this.begin(runId, () => this.claims.claim(runId));
  }

  /** Something about a possibly parked run has changed. */
  wake(tx: Tx, runId: string): Promise<void> {
    return this.claims.wake(tx, runId);
  }

  /** Cancels a run if it is at work here. */
  cancel(runId: string): void {
    this.activeRuns.find(runId)?.cancel();
  }

  /** Works on the run, unless this process already does, it rests, or there is no room. */
  private async look(runId: string): Promise<LookResult> {
    // A run that is being claimed takes room as well.
    this.waitingLooks += 1;
    while (this.scanning !== null) await this.scanning;
    this.waitingLooks -= 1;
    if (this.room() > 0) {
      await this.begin(runId, () => this.claims.claim(runId));
      return 'done';
    }
    this.leftSomething = true;
    return 'no room';
  }

  private begin(runId: string, claim: Claim): Promise<void> {
    const { term } = this.keeper;
    if (this.stopping.signal.aborted || this.working.has(runId) || term === null) {
      this.announceCapacity();
      return Promise.resolve();
    }
    const work = this.work(runId, term, claim).finally(() => {
      this.working.delete(runId);
      this.announceCapacity();
      // A search after the leases lapsed may have skipped the run as one at work here.
      if (this.keeper.term !== term) void this.look(runId);
    });
    this.working.set(runId, work);
    this.announceCapacity();
    return work;
  }

  /** Zero while the leases have lapsed, and during shutdown. */
  private room(): number {
    if (this.keeper.term === null || this.stopping.signal.aborted) return 0;
    return this.activeRuns.roomBeside(this.working.size);
  }

  private announceCapacity(): void {
    const room = this.room();
    this.queue.announceCapacity(Math.max(0, room - this.waitingLooks));
    if (room > 0 && this.leftSomething) this.scan();
  }

  /**
   * Claims runs that the queue has not delivered, and gives back leases without work. Never throws.
   * @param evenFull although there is no room
   */
  private scan(evenFull = false): void {
    if (this.stopping.signal.aborted || this.keeper.term === null) return;
    if (this.room() <= 0 && !evenFull) return;
    this.scanning ??= this.claimFree().finally(() => {
      this.scanning = null;
      this.announceCapacity();
    });
  }

  private async claimFree(): Promise<void> {
    const room = Math.max(0, this.room());
    const { term } = this.keeper;
    this.leftSomething = false;
    try {
      const leases = await this.claims.claimFree(room, () => [...this.working.keys()]);
      // Set before any run can end, which starts another search.
      this.leftSomething ||= leases.length === room;
      // Other processes may have taken the runs since; the next search finds out.
      if (this.keeper.term !== term) {
        this.leftSomething = true;
        return;
      }
      for (const lease of leases) void this.begin(lease.runId, () => Promise.resolve(lease));
    } catch (thrown) {
      this.log.warn(`unfinished runs could not be looked up: ${messageOf(thrown)}`);
    }
  }

  private async wakeAll(): Promise<void> {
    try {
      await this.claims.wakeAll();
    } catch (thrown) {
      this.log.warn(`parked runs could not be looked up: ${messageOf(thrown)}`);
    }
  }

  /** Gives up all runs before others can take them over; no new work begins on them. */
  private releaseAll(): void {
    const count = this.activeRuns.all().length;
    this.log.warn(
      `leases expired; ${count} runs stop here until their leases can be claimed again`,
    );
    this.announceCapacity();
    this.haltAll();
  }

  /** Each run halts itself when its current call is stored; the caller halts the rest. */
  private async handOver(): Promise<void> {
    for (const { handover } of this.activeRuns.all()) handover.request();
    await within(limits.handOverMs, Promise.allSettled(this.working.values()));
  }

  private haltAll(): void {
    for (const session of this.activeRuns.all()) session.halt();
  }

  private async work(runId: string, term: number, claim: Claim): Promise<void> {
    const { signal } = this.stopping;
    try {
      await this.retry.persist(() => this.workOnce(term, claim), signal);
    } catch (thrown) {
      if (signal.aborted || thrown instanceof RunHalted) return;
      this.log.error(`run ${runId} could not be continued: ${messageOf(thrown)}`, thrown);
    }
  }

  private async workOnce(term: number, claim: Claim): Promise<void> {
    const mustRelease = (): boolean => this.stopping.signal.aborted || this.keeper.term !== term;
    if (mustRelease()) return;
    const lease = await claim();
    if (lease === null) return;
    const { ttlMs: paceMs } = this.keeper;
    const terms = { mustRelease, paceMs };
    const outcome = await this.worker.work(lease, terms);
    if (outcome !== null) this.claims.avoidFloor(outcome.missingFloorId);
    if (this.stopping.signal.aborted && this.keeper.inFleet) await this.passOn(lease);
  }

  /**
   * Gives the run back and asks for work on it, so that another replica continues it at once;
   * harmless if the run is over.
   */
  private async passOn(lease: ClaimedLease): Promise<void> {
    await this.claims.release(lease);
    this.queue.offer(lease.runId);
  }
}
