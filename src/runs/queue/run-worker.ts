import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { isStoreFailure } from '../../platform/database/store-failure.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { LeftProcesses } from '../../platform/process/left-processes.js';
import { inWork } from '../../platform/telemetry/work-context.js';
import { WorkspaceAbsent } from '../../workspaces/workspace-files.js';
import { RunLoader } from '../engine/journal/run-loader.js';
import { RunHalted, type RunSession } from '../engine/journal/run-session.js';
import { RunEnding } from '../engine/run-ending.js';
import { RunExecutor } from '../engine/run-executor.js';
import { UnreadableJournal } from '../engine/journal/journal-version.js';
import type { ClaimedLease } from './leases.repository.js';
import { DeadlyRun, RunParking } from './run-parking.js';

/** At most this many times the capacity may be runs that wait for approval. */
const mostResting = 3;

/**
 * The runs that this process works on, and its free places. A run that only waits for people takes
 * no place; when it continues it does so at once, in addition to those that arrived meanwhile.
 */
@Injectable()
export class ActiveRuns {
  private readonly sessions = new Map<string, RunSession>();
  private readonly capacity: number;
  private roomChanged: () => void = () => undefined;

  constructor(config: OfficeConfig) {
    this.capacity = config.fleet.capacity;
  }

  /** Called when a run may have started or stopped waiting for people. */
  onRoomChanged(handler: () => void): void {
    this.roomChanged = handler;
  }

  add(session: RunSession): void {
    this.sessions.set(session.run.id, session);
    session.handover.onChange(() => this.roomChanged());
  }

  remove(session: RunSession): void {
    this.sessions.delete(session.run.id);
  }

  find(runId: string): RunSession | undefined {
    return this.sessions.get(runId);
  }

  all(): readonly RunSession[] {
    return [...this.sessions.values()];
  }

  /** Number of further runs that can be worked on; negative if there are too many. */
  roomBeside(working: number): number {
    const resting = this.all().filter(({ handover }) => handover.rests).length;
    return this.capacity + Math.min(resting, mostResting * this.capacity) - working;
  }
}

/**
 * Processes that may end consecutively between claiming a run and their first commit on it; the
 * next one parks it. Far more than restarts would cause.
 */
const maxDeaths = 20;

/** The conditions of work on a run. */
interface WorkTerms {
  /** True if this process has given its runs up since the lease was claimed. */
  readonly mustRelease: () => boolean;
  /** Pause after a run could not be loaded, ms. */
  readonly paceMs: number;
}

/** A run given back because its floor's files are not here. */
interface ReturnedRun {
  readonly missingFloorId: string;
}

/** Works on one run with a held lease, to its end or until it must be given up. */
@Injectable()
export class RunWorker {
  private readonly log: ScopedLogger;

  constructor(
    private readonly activeRuns: ActiveRuns,
    private readonly loader: RunLoader,
    private readonly executor: RunExecutor,
    private readonly ending: RunEnding,
    private readonly parking: RunParking,
    private readonly left: LeftProcesses,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /** Null: nothing is left to do here. @throws the store's errors, and RunHalted */
  async work(lease: ClaimedLease, terms: WorkTerms): Promise<ReturnedRun | null> {
    const { runId } = lease;
    // Commands that the former holder left would run on beside the run.
    if (lease.fence > 1) await this.left.end();
    const session = await inWork({ runId }, () => this.load(lease, terms));
    if (session === null) return null;
    const { workspaceId } = session.run;
    return inWork({ runId, workspaceId }, () => this.workOn(session, lease, terms));
  }

  private async workOn(
    session: RunSession,
    lease: ClaimedLease,
    terms: WorkTerms,
  ): Promise<ReturnedRun | null> {
    if (session.run.status !== 'queued') {
      this.log.info(`run ${lease.runId} continues where it was left.`);
    }
    this.activeRuns.add(session);
    if (terms.mustRelease()) session.halt();
    try {
      // A cancellation during loading found no session.
      if (await this.loader.isCancelled(lease.runId)) session.cancel();
      session.takeAdditions(await this.loader.addedTo(lease.runId));
      return await this.execute(session, lease, terms);
    } finally {
      this.activeRuns.remove(session);
    }
  }

  /** Null: the run cannot be continued here and was handled. */
  private async load(lease: ClaimedLease, terms: WorkTerms): Promise<RunSession | null> {
    try {
      if (lease.tries > maxDeaths) throw new DeadlyRun(lease.tries - 1);
      return await this.loader.load(lease);
    } catch (thrown) {
      if (isStoreFailure(thrown)) throw thrown;
      await this.cannotContinue(lease, thrown, terms);
      return null;
    }
  }

  /** A run can be cancelled whatever its journal contains. */
  private async cannotContinue(
    lease: ClaimedLease,
    thrown: unknown,
    terms: WorkTerms,
  ): Promise<void> {
    try {
      if (!(await this.loader.isCancelled(lease.runId))) throw thrown;
      await this.ending.cancelUnread(await this.loader.loadWithoutJournal(lease));
    } catch (reason) {
      if (reason instanceof RunHalted || isStoreFailure(reason)) throw reason;
      await this.parking.failed(lease, reason, terms.paceMs);
      // The cancellation arrived while it was being parked.
      if (await this.loader.isCancelled(lease.runId)) await this.parking.wake(lease.runId);
    }
  }

  private async execute(
    session: RunSession,
    lease: ClaimedLease,
    terms: WorkTerms,
  ): Promise<ReturnedRun | null> {
    try {
      await this.executor.execute(session);
    } catch (thrown) {
      if (thrown instanceof RunHalted) return null;
      if (thrown instanceof WorkspaceAbsent) {
        session.halt();
        await this.parking.leave(lease, thrown.message);
        return { missingFloorId: session.run.workspaceId };
      }
      if (isStoreFailure(thrown)) {
        session.halt();
        throw thrown;
      }
      if (thrown instanceof UnreadableJournal) {
        session.halt();
        await this.cannotContinue(lease, thrown, terms);
        return null;
      }
      this.log.error(`run ${session.run.id} crashed the engine: ${messageOf(thrown)}`, thrown);
      await this.ending.crash(session, messageOf(thrown));
    }
    return null;
  }
}
