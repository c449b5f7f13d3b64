import { Injectable } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { Clock, endOf } from '../../platform/clock.js';
import { isStoreFailure } from '../../platform/database/store-failure.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tx } from '../../platform/database/tx.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { UnreadableJournal } from '../engine/journal/journal-version.js';
import { type ClaimedLease, LeasesRepository } from './leases.repository.js';
import { RunsRepository } from '../history/runs.repository.js';

/** Failed tries before a run is parked. */
export const maxTries = 3;

/** Thrown for a run that seems to end the processes working on it. */
export class DeadlyRun extends Error {
  constructor(times: number) {
    super(runTexts.diedWithIt(times));
    this.name = 'DeadlyRun';
  }
}

/** Delay in ms before an unloadable run is tried again; null: it is parked. */
export function nextTryIn(tries: number, thrown: unknown, paceMs: number): number | null {
  const isHopeless = thrown instanceof UnreadableJournal || thrown instanceof DeadlyRun;
  return isHopeless || tries >= maxTries ? null : paceMs * 2 ** (tries - 1);
}

/**
 * For an unreadable record. @throws the store's error: a failed statement says nothing about the
 * record
 */
function nullIfUnreadable(thrown: unknown): null {
  if (thrown instanceof QueryFailedError || isStoreFailure(thrown)) throw thrown;
  return null;
}

/**
 * Handles runs that cannot be continued. Each is retried with growing pauses, by any replica, and
 * then parked: its record and one log line say so, and it rests until the operator cancels it or
 * another process starts. Its lease is given back.
 */
@Injectable()
export class RunParking {
  private readonly log: ScopedLogger;

  constructor(
    private readonly transactions: Transactions,
    private readonly leases: LeasesRepository,
    private readonly runs: RunsRepository,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /** Makes the run claimable again. */
  wake(runId: string): Promise<void> {
    return this.transactions.run((tx) => this.leases.wake(tx, runId));
  }

  /** Gives back a run that waits for its files; its record says so until work continues. */
  async leave(lease: ClaimedLease, reason: string): Promise<void> {
    const isNews = await this.say(lease, reason, (tx) => this.leases.release(tx, lease));
    if (isNews) this.log.warn(`run ${lease.runId}: ${reason}`);
  }

  /** @param paceMs pause after the first failed try */
  async failed(lease: ClaimedLease, thrown: unknown, paceMs: number): Promise<void> {
    const next = nextTryIn(lease.tries, thrown, paceMs);
    if (next !== null) return this.transactions.run((tx) => this.leases.rest(tx, lease, next));
    this.log.error(runTexts.parkedLog(lease.runId, messageOf(thrown)), thrown);
    const error = runTexts.parked(messageOf(thrown));
    await this.say(lease, error, (tx) => this.leases.rest(tx, lease, null));
  }

  /** False: its record said so already. */
  private say(
    lease: ClaimedLease,
    error: string,
    giveBack: (tx: Tx) => Promise<void>,
  ): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      await giveBack(tx);
      return this.explain(tx, lease.runId, error);
    });
  }

  /**
   * Writes the reason for resting into the record. False: it is there already, or the run is over
   * or unreadable.
   */
  async explain(tx: Tx, runId: string, error: string): Promise<boolean> {
    // Everyone with pending writes has stored them.
    const stored = await this.runs.lockActive(tx, runId).catch(nullIfUnreadable);
    if (stored === null || stored.error === error) return false;
    const run = { ...stored, error, updatedAt: endOf(stored.updatedAt, this.clock.now()) };
    await this.runs.update(tx.manager, run);
    tx.publish({ type: 'run.updated', run });
    return true;
  }
}
