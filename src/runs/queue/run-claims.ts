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

/** Takes and gives back leases in the name of this process, one after another. */
@Injectable()
export class RunClaims {
  private readonly serially = pLimit(1);
  private readonly claimant: Claimant;
  /** Floors whose runs are left to other replicas, and until when, by `performance.now()`. */
  private readonly avoidedFloors = new Map<string, number>();

  constructor(
    private readonly transactions: Transactions,
    private readonly leases: LeasesRepository,
    private readonly keeper: LeaseKeeper,
  ) {
    // In a fleet another replica may know what this one does not; alone, it parks the run and says so.
    const newestJournal = keeper.inFleet ? journalVersion : Number.MAX_SAFE_INTEGER;
    this.claimant = { owner: keeper.owner, newestJournal, seenGroup: keeper.seenGroup };
  }

  /**
   * The oldest runs that are not final and that this process holds or may take, now claimed. What it
   * holds besides and does not work on, since its leases lapsed meanwhile, it gives back.
   * @param limit none are claimed at 0
   * @param working names the runs that it works on, asked for when nothing else is being claimed
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

  /** Nobody else could take them where the database is exclusive. What fails is done the next time. */
  private async giveBackAllBut(runIds: readonly string[]): Promise<void> {
    if (this.keeper.exclusive) return;
    const { owner } = this.keeper;
    await this.transactions
      .run((tx) => this.leases.giveBackAllBut(tx, owner, runIds))
      .catch(() => undefined);
  }

  /**
   * Null: another process holds the run, it rests, its journal is of a newer version, or its files are
   * with others, who are told.
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

  /** For the time of a lease other replicas may find the runs of the floor first. */
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

  /** A new process tries again what others could not load. */
  wakeAll(): Promise<void> {
    return this.transactions.run((tx) => this.leases.wakeAll(tx, maxTries));
  }
}
