import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { Tx } from '../../platform/database/tx.js';
import { Transactions } from '../../platform/database/transactions.js';
import { journalVersion } from '../engine/steps/journal-version.js';
import {
  type ClaimedLease,
  type Lease,
  LeasesRepository,
} from '../persistence/leases.repository.js';
import { LeaseKeeper } from './lease-keeper.js';
import { maxTries } from './run-parking.js';

/** Takes and gives back leases in the name of this process, one after another. */
@Injectable()
export class RunClaims {
  private readonly serially = pLimit(1);
  private readonly newestJournal: number;

  constructor(
    private readonly transactions: Transactions,
    private readonly leases: LeasesRepository,
    private readonly keeper: LeaseKeeper,
  ) {
    // In a fleet another replica may know what this one does not; alone, it parks the run and says so.
    this.newestJournal = keeper.inFleet ? journalVersion : Number.MAX_SAFE_INTEGER;
  }

  /**
   * The oldest runs that are not final and that this process holds or may take, now claimed.
   * @param working names the runs that it works on, asked for when nothing else is being claimed
   */
  claimFree(limit: number, working: () => readonly string[]): Promise<readonly ClaimedLease[]> {
    const { owner } = this.keeper;
    const { newestJournal } = this;
    return this.serially(() =>
      this.transactions.run((tx) =>
        this.leases.claimPage(tx, { owner, limit, except: working(), newestJournal }),
      ),
    );
  }

  /** Null: another process holds the run, or it rests. */
  claim(runId: string): Promise<ClaimedLease | null> {
    return this.serially(() =>
      this.transactions.run((tx) => this.leases.claim(tx, runId, this.keeper.owner)),
    );
  }

  release(lease: Lease): Promise<void> {
    return this.transactions.run((tx) => this.leases.release(tx, lease));
  }

  wake(tx: Tx, runId: string): Promise<void> {
    return this.leases.wake(tx, runId);
  }

  /** A new process tries again what others could not load. */
  wakeAll(): Promise<void> {
    return this.transactions.run((tx) => this.leases.wakeAll(tx, maxTries));
  }
}
