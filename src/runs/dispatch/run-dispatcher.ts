import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { isStoreFailure } from '../../platform/database/store-failure.js';
import { StorePatience } from '../../platform/database/store-patience.js';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import { RunHalted, type RunSession } from '../engine/journal/run-session.js';
import { RunLoader } from '../engine/journal/run-loader.js';
import { RunEnding } from '../engine/run-ending.js';
import { RunExecutor } from '../engine/run-executor.js';
import { type Lease, LeasesRepository } from '../persistence/leases.repository.js';
import { LeaseKeeper } from './lease-keeper.js';
import { RunsAtWork } from './runs-at-work.js';

/**
 * Who works on which run, in one process: a run is claimed, worked on to its end, and let go.
 * Submission says "look at this run"; a look-around from time to time finds those whose holder
 * died. In a fleet the same look is taken by every replica: the lease decides.
 */
@Injectable()
export class RunDispatcher implements OnModuleDestroy {
  private readonly log: ScopedLogger;
  private readonly working = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly patience: StorePatience,
    private readonly clock: Clock,
    private readonly leases: LeasesRepository,
    private readonly keeper: LeaseKeeper,
    private readonly atWork: RunsAtWork,
    private readonly loader: RunLoader,
    private readonly executor: RunExecutor,
    private readonly ending: RunEnding,
    private readonly workspaces: WorkspacesService,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /** Continues what earlier processes left unfinished, and keeps looking for more. */
  async start(): Promise<void> {
    await this.lookAround();
    this.timer = setInterval(() => void this.lookAround(), this.keeper.ttlMs);
    this.timer.unref();
  }

  /** Lets every run go where it stands, so that the next process continues it. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    for (const session of this.atWork.all()) session.halt();
    await Promise.allSettled(this.working.values());
    await this.keeper.retire();
  }

  /** Works on the run unless somebody already does. Never throws. */
  look(runId: string): void {
    if (this.stopping.signal.aborted || this.working.has(runId)) return;
    const work = this.work(runId).finally(() => this.working.delete(runId));
    this.working.set(runId, work);
  }

  /** Tells a run at work here that the operator cancels it; elsewhere its row tells. */
  cancel(runId: string): void {
    this.atWork.find(runId)?.cancel();
  }

  private async lookAround(): Promise<void> {
    try {
      const claimable = await this.leases.claimable(this.keeper.owner, this.clock.now());
      for (const runId of claimable) this.look(runId);
    } catch (thrown) {
      this.log.warn(`unfinished runs could not be looked up: ${messageOf(thrown)}`);
    }
  }

  /** A run that cannot be worked on keeps its lease here, and is looked at again by and by. */
  private async work(runId: string): Promise<void> {
    const { signal } = this.stopping;
    try {
      await this.patience.persist(() => this.workOnce(runId), signal);
    } catch (thrown) {
      if (signal.aborted || thrown instanceof RunHalted) return;
      this.log.error(`run ${runId} cannot be worked on: ${messageOf(thrown)}`, thrown);
    }
  }

  private async workOnce(runId: string): Promise<void> {
    const lease = await this.claim(runId);
    if (lease === null) return;
    const session = await this.loader.load(lease);
    if (!this.keeper.exclusive) await this.workspaces.refresh(session.run.workspaceId);
    if (session.run.status !== 'queued') {
      this.log.info(`run ${lease.runId} continues where it was left.`);
    }
    this.atWork.add(session);
    if (this.stopping.signal.aborted) session.halt();
    try {
      // A cancel that came while the run was being loaded found no session to tell.
      if (await this.loader.isCancelled(runId)) session.cancel();
      await this.executeSafely(session);
    } finally {
      this.atWork.remove(session);
    }
  }

  private async claim(runId: string): Promise<Lease | null> {
    const claim = { runId, owner: this.keeper.owner, now: this.clock.now() };
    return this.transactions.run((tx) => this.leases.claim(tx, claim));
  }

  private async executeSafely(session: RunSession): Promise<void> {
    try {
      await this.executor.execute(session);
    } catch (thrown) {
      if (thrown instanceof RunHalted) return;
      if (isStoreFailure(thrown)) {
        session.halt();
        throw thrown;
      }
      this.log.error(`run ${session.run.id} crashed the engine: ${messageOf(thrown)}`, thrown);
      await this.ending.crash(session, messageOf(thrown));
    }
  }
}
