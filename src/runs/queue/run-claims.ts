import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import type { Tx } from '../../platform/database/tx.js';
import { Transactions } from '../../platform/database/transactions.js';
import { journalVersion } from '../engine/journal/journal-version.js';
import {
  type Claimant,
  type ClaimedLease,
  type Lease,
  LeasesRepository,
} from './leases.repository.js';
import { LeaseKeeper } from './lease-keeper.js';
import { maxTries } from './run-parking.js';

/** Claims and gives back leases for this process, one after another. */
@Injectable()
export class RunClaims {
  private readonly serially = pLimit(1);
  private readonly claimant: Claimant;
  /** Floors left to other replicas, with the end of that by `performance.now()`. */
  private readonly avoidedFloors = new Map<string, number>();

  constructor(
    private readonly transactions: Transactions,
    private readonly leases: LeasesRepository,
    private readonly keeper: LeaseKeeper,
  ) {
    // In a fleet another replica may know the journal's version; alone, this process parks the run
    // and says so.
    const newestJournal = keeper.inFleet ? journalVersion : Number.MAX_SAFE_INTEGER;
    this.claimant = { owner: keeper.owner, newestJournal, seenGroup: keeper.seenGroup };
  }

  /**
   * Claims the oldest runs that are not final and that this process holds or may take. Runs that it
   * holds without working on them, because its leases lapsed, are given back.
   * @param limit 0: nothing is claimed
   * @param working returns the runs at work; called when no other claim is in progress
   */
  claimFree(limit: number, working: () => readonly string[]): Promise<readonly ClaimedLease[]> {
    return this.serially(async () => {
      const except = working();
      const leases = limit > 0 ? await this.claimPage(limit, except) : [];
      await this.giveBackAllBut([...except, ...leases.map(({ runId }) => runId)]);
      return leases;
    });
  }

  private claimPage(limit: number, except: readonly string[]): Promise<readonly ClaimedLease[]> {
    const exceptFloors = this.floorsToAvoid();
    const page = { ...this.claimant, limit, except, exceptFloors };
    return this.transactions.run((tx) => this.leases.claimPage(tx, page));
  }

  /**
   * Gives back leases of runs that this process does not work on. Not needed with an exclusive
   * database; the next call repeats a failed one.
   */
  private async giveBackAllBut(runIds: readonly string[]): Promise<void> {
    if (this.keeper.exclusive) return;
    const { owner } = this.keeper;
    await this.transactions
      .run((tx) => this.leases.giveBackAllBut(tx, owner, runIds))
      .catch(() => undefined);
  }

  /**
   * Null: another process holds the run, it rests, its journal is newer, or its files are
   * elsewhere; the replicas that have them are told.
   */
  claim(runId: string): Promise<ClaimedLease | null> {
    const { seenGroup } = this.claimant;
    return this.serially(() =>
      this.transactions.run(async (tx) => {
        const lease = await this.leases.claim(tx, runId, this.claimant);
        if (lease === null && seenGroup !== null) {
          const group = await this.leases.unseenGroup(tx, runId, seenGroup);
          if (group !== null) tx.publish({ type: 'internal.run.elsewhere', runId, group });
        }
        return lease;
      }),
    );
  }

  /** Lets other replicas find the floor's runs first, for the duration of a lease. */
  avoidFloor(workspaceId: string): void {
    this.avoidedFloors.set(workspaceId, performance.now() + this.keeper.ttlMs);
  }

  private floorsToAvoid(): readonly string[] {
    for (const [workspaceId, until] of this.avoidedFloors) {
      if (until < performance.now()) this.avoidedFloors.delete(workspaceId);
    }
    return [...this.avoidedFloors.keys()];
  }

  release(lease: Lease): Promise<void> {
    return this.transactions.run((tx) => this.leases.release(tx, lease));
  }

  wake(tx: Tx, runId: string): Promise<void> {
    return this.leases.wake(tx, runId);
  }

  /** Lets this new process retry runs that others could not load. */
  wakeAll(): Promise<void> {
    return this.transactions.run((tx) => this.leases.wakeAll(tx, maxTries));
  }
}
