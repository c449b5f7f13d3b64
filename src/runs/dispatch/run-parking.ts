import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { runTexts } from '../../protocol/texts/runs.js';
import { UnreadableJournal } from '../engine/steps/journal-version.js';
import { type Lease, LeasesRepository } from '../persistence/leases.repository.js';
import { RunsRepository } from '../persistence/runs.repository.js';

/** Failed tries after which a run is parked. */
export const maxTries = 3;

interface LoadFailure {
  readonly tries: number;
  /** Ms; infinite once the run is parked. */
  readonly restsUntil: number;
}

/** When a run that could not be loaded is tried again, ms; null: it is parked. */
export function nextTryAt(tries: number, thrown: unknown, now: number, paceMs: number) {
  if (thrown instanceof UnreadableJournal || tries >= maxTries) return null;
  return now + paceMs * 2 ** (tries - 1);
}

/**
 * Runs that this process cannot load. Each is tried again after longer and longer pauses, and then
 * parked: it says so in its record and in one line of the log, and rests until the operator cancels
 * it or another process starts. Its lease is given back.
 */
@Injectable()
export class RunParking {
  private readonly log: ScopedLogger;
  private readonly failures = new Map<string, LoadFailure>();

  constructor(
    private readonly transactions: Transactions,
    private readonly leases: LeasesRepository,
    private readonly runs: RunsRepository,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /** Whether the run is to be left alone at the moment. */
  rests(runId: string): boolean {
    return (this.failures.get(runId)?.restsUntil ?? 0) > this.clock.now();
  }

  /** The run is looked at once more: it was loaded, or there is something new about it. */
  release(runId: string): void {
    this.failures.delete(runId);
  }

  /** @param paceMs pause after the first failed try */
  async failed(lease: Lease, thrown: unknown, paceMs: number): Promise<void> {
    const { runId } = lease;
    const tries = (this.failures.get(runId)?.tries ?? 0) + 1;
    const next = nextTryAt(tries, thrown, this.clock.now(), paceMs);
    this.failures.set(runId, { tries, restsUntil: next ?? Number.POSITIVE_INFINITY });
    if (next !== null) return this.releaseLease(lease);
    this.log.error(runTexts.parkedLog(runId, messageOf(thrown)), thrown);
    await this.say(lease, runTexts.parked(messageOf(thrown)));
  }

  private releaseLease(lease: Lease): Promise<void> {
    return this.transactions.run((tx) => this.leases.release(tx, lease));
  }

  private async say(lease: Lease, error: string): Promise<void> {
    const stored = await this.runs.find(lease.runId).catch(() => null);
    await this.transactions.run(async (tx) => {
      await this.leases.release(tx, lease);
      if (stored === null || stored.record.error === error) return;
      const run = { ...stored.record, error, updatedAt: this.clock.now() };
      await this.runs.storeParked(tx, run);
      tx.publish({ type: 'run.updated', run });
    });
  }
}
