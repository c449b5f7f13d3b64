import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { StoreRetry } from '../../platform/database/store-retry.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { RunHalted } from '../engine/journal/run-session.js';
import { LeaseKeeper } from './lease-keeper.js';
import { RunClaims } from './run-claims.js';
import { RunParking } from './run-parking.js';
import { RunWorker } from './run-worker.js';
import { ActiveRuns } from './active-runs.js';

/**
 * Works on runs in one process: a run is claimed, worked on to its end, and released. Submission
 * passes the id of a new run; a periodic scan finds runs whose holder died. In a fleet every
 * replica does the same: the lease decides.
 */
@Injectable()
export class RunDispatcher implements OnModuleDestroy {
  private readonly log: ScopedLogger;
  private readonly working = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly claims: RunClaims,
    private readonly keeper: LeaseKeeper,
    private readonly retry: StoreRetry,
    private readonly worker: RunWorker,
    private readonly activeRuns: ActiveRuns,
    private readonly parking: RunParking,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /** Continues what earlier processes left unfinished, and keeps looking for more. */
  async start(): Promise<void> {
    this.keeper.onChange({
      lapsed: () => this.letGo(),
      regained: () => void this.scan(),
    });
    await this.scan();
    this.timer = setInterval(() => void this.scan(), this.keeper.ttlMs);
    this.timer.unref();
  }

  /**
   * Lets every run go where it stands, so that the next process continues it. Plugins, MCP servers and
   * the store end in later phases of the shutdown: `beforeApplicationShutdown` and after it.
   */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    this.haltAll();
    await Promise.allSettled(this.working.values());
    await this.keeper.retire();
  }

  /** Works on the run unless this process already does, or the run rests. Never throws. */
  look(runId: string): void {
    if (this.stopping.signal.aborted || this.working.has(runId)) return;
    const { term } = this.keeper;
    if (term === null || this.parking.rests(runId)) return;
    const work = this.work(runId, term).finally(() => {
      this.working.delete(runId);
      // It was let go, and the look-around after it found it still at work.
      if (this.keeper.term !== term) this.look(runId);
    });
    this.working.set(runId, work);
  }

  /** Cancels a run if it is at work here. */
  cancel(runId: string): void {
    this.activeRuns.find(runId)?.cancel();
    this.parking.release(runId);
  }

  private async scan(): Promise<void> {
    try {
      for (const runId of await this.claims.claimable()) this.look(runId);
    } catch (thrown) {
      this.log.warn(`unfinished runs could not be looked up: ${messageOf(thrown)}`);
    }
  }

  /** Before others can take the runs over: nothing is begun for them any more. */
  private letGo(): void {
    const count = this.activeRuns.all().length;
    this.log.warn(`leases lapsed; ${count} runs are let go until they can be claimed anew`);
    this.haltAll();
  }

  private haltAll(): void {
    for (const session of this.activeRuns.all()) session.halt();
  }

  private async work(runId: string, term: number): Promise<void> {
    const { signal } = this.stopping;
    try {
      await this.retry.persist(() => this.workOnce(runId, term), signal);
    } catch (thrown) {
      if (signal.aborted || thrown instanceof RunHalted) return;
      this.log.error(`run ${runId} cannot be worked on: ${messageOf(thrown)}`, thrown);
    }
  }

  private async workOnce(runId: string, term: number): Promise<void> {
    const mustLetGo = (): boolean => this.stopping.signal.aborted || this.keeper.term !== term;
    if (mustLetGo()) return;
    const lease = await this.claims.claim(runId);
    if (lease === null) return;
    const { ttlMs: paceMs, exclusive } = this.keeper;
    await this.worker.work(lease, { mustLetGo, shared: !exclusive, paceMs });
  }
}
